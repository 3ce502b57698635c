/* What the two forms of proofs share: the head, the body's bytes, and how a file is refused. */
#ifndef CHECK_H
#define CHECK_H

#include <stdint.h>

enum { FREESTYLE, EXACT, RENJU, CARO, MAX_SIDE = 52 };

extern int width, height, n, variant, to_move, claimant;
extern char board[MAX_SIDE * MAX_SIDE]; /* 0: empty, 1: black, 2: white */
extern uint64_t at, length, nodes, claimed_nodes;

void refuse(const char *why);
unsigned byte(void);

void check_hold(void);
void check_explicit(void);

#endif
