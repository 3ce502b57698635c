/* Checks proof files as src/solve/FORMAT.md describes them. Shares nothing with the engine.
 * Usage: check FILE. Prints "ok: ..." and exits with 0, or prints what is wrong and where, and exits with 1. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { MAX_POINTS = 64, MAX_LINES = 192 };
static const char *const variants[] = {"freestyle", "exact", "renju", "caro"};
static const char *const colours[] = {"black", "white"};

int width, height, n, variant, to_move, claimant;
char board[MAX_SIDE * MAX_SIDE];
uint64_t length, at, claimed_nodes, nodes;
static unsigned char *body;
static int is_explicit;

void refuse(const char *why) {
  printf("refused: %s; byte %llu of the body, after %llu nodes\n", why, (unsigned long long)at, (unsigned long long)nodes);
  exit(1);
}

unsigned byte(void) {
  if (at >= length) refuse("the body ends within a node");
  return body[at++];
}

/* ---- the head ---- */

static void head_line(FILE *file, char *line, int size, const char *word) {
  size_t w = strlen(word);
  if (!fgets(line, size, file) || strlen(line) < w + 1 || line[strlen(line) - 1] != '\n') refuse("the head ends early");
  line[strlen(line) - 1] = 0;
  if (strncmp(line, word, w) != 0 || (line[w] != 0 && line[w] != ' ')) refuse("the head has another line here");
  memmove(line, line + w, strlen(line + w) + 1);
}

static int colour(const char *word) {
  for (int c = 0; c < 2; c++)
    if (strcmp(word, colours[c]) == 0) return c;
  refuse("no such colour");
  return 0;
}

/* Reads a decimal or hexadecimal number that is written in the one way. */
static uint64_t number(const char *text, const char *form) {
  char again[32];
  uint64_t value = strtoull(text, NULL, strcmp(form, " %llu") == 0 ? 10 : 16);
  snprintf(again, sizeof again, form, (unsigned long long)value);
  if (strcmp(text, again) != 0) refuse("a number in the head is not written as it should be");
  return value;
}

static void stones(char *line, int who) {
  static const char letters[] = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
  int last = -1;
  while (*line) {
    int x = 0, y, used = 0;
    if (*line++ != ' ') refuse("stones are separated by one blank");
    for (; *line >= 'A' && *line <= 'Z' && used < 2; used++) {
      const char *found = strchr(letters, *line++);
      if (!found) refuse("no such column");
      x = x * 25 + (int)(found - letters) + 1;
    }
    if (!used || *line < '1' || *line > '9') refuse("no vertex");
    for (y = 0; *line >= '0' && *line <= '9' && y < 1000; line++) y = y * 10 + *line - '0';
    x--, y--;
    if (x >= width || y >= height || y * width + x <= last || board[y * width + x]) refuse("no place for a stone");
    last = y * width + x;
    board[last] = (char)(1 + who);
  }
}

static void read_head(FILE *file) {
  char line[1 << 15], name[16], again[64];
  uint64_t hash = 0xcbf29ce484222325u, claimed;
  head_line(file, line, sizeof line, "lianzhu proof 1");
  if (*line) refuse("no proof of this version");
  head_line(file, line, sizeof line, "form");
  is_explicit = strcmp(line, " explicit") == 0;
  if (!is_explicit && strcmp(line, " hold") != 0) refuse("no form that can be checked");
  head_line(file, line, sizeof line, "rules");
  if (sscanf(line, " %d %d %d %15s", &width, &height, &n, name) != 4) refuse("no rules");
  snprintf(again, sizeof again, " %d %d %d %s", width, height, n, name);
  for (variant = 0; variant < 4 && strcmp(name, variants[variant]) != 0;) variant++;
  if (strcmp(line, again) != 0 || variant == 4 || width < 3 || height < 3 || width > MAX_SIDE || height > MAX_SIDE ||
      n < 3 || n > (width > height ? width : height) || (variant == RENJU && n != 5))
    refuse("no rules");
  for (int c = 0; c < 2; c++) {
    head_line(file, line, sizeof line, colours[c]);
    stones(line, c);
  }
  head_line(file, line, sizeof line, "to-move");
  to_move = *line ? colour(line + 1) : colour(line);
  head_line(file, line, sizeof line, "claim");
  if (strncmp(line, is_explicit ? " win " : " hold ", is_explicit ? 5 : 6) != 0) refuse("the form proves another claim");
  claimant = colour(line + (is_explicit ? 5 : 6));
  head_line(file, line, sizeof line, "nodes");
  claimed_nodes = number(line, " %llu");
  head_line(file, line, sizeof line, "bytes");
  length = number(line, " %llu");
  head_line(file, line, sizeof line, "fnv1a64");
  claimed = number(line, " %016llx");
  head_line(file, line, sizeof line, "");
  if (*line) refuse("the head does not end");
  if (length > (uint64_t)1 << 40 || !(body = malloc(length + 1))) refuse("the body is too long");
  if (fread(body, 1, length + 1, file) != length) refuse("the body has another length");
  for (uint64_t i = 0; i < length; i++) hash = (hash ^ body[i]) * 0x100000001b3u;
  if (hash != claimed) refuse("the body has another hash");
}

/* ---- hold: the attacker is side 0, the defender side 1 ---- */

typedef uint64_t set;

typedef struct {
  set stones[2], aside;
  char live[MAX_LINES], breaking;
} State;

static set lines[MAX_LINES], ends[MAX_LINES], all;
static int line_count, both_ends[MAX_LINES];
static State *ended;
static uint64_t ended_room;

static void make_lines(void) {
  static const int dx[] = {1, 0, 1, 1}, dy[] = {0, 1, 1, -1};
  for (int p = 0; p < width * height; p++)
    for (int d = 0; d < 4; d++) {
      set mask = 0, end = 0;
      int missing = 0, found = 0;
      for (int i = -1; i <= n; i++) {
        int x = p % width + i * dx[d], y = p / width + i * dy[d];
        int inside = x >= 0 && x < width && y >= 0 && y < height;
        if (i < 0 || i == n) {
          if (inside) end |= (set)1 << (y * width + x), found++;
        } else if (inside) {
          mask |= (set)1 << (y * width + x);
        } else {
          missing = 1;
        }
      }
      if (missing) continue;
      if (line_count == MAX_LINES) refuse("too many lines");
      lines[line_count] = mask, ends[line_count] = end, both_ends[line_count++] = found == 2;
    }
}

/* Whether stones leave a line to its side. */
static int is_open(int line, set own, set other) {
  if (lines[line] & other) return 0;
  if ((variant == EXACT || variant == CARO) && ends[line] & own) return 0;
  return !(variant == CARO && both_ends[line] && (ends[line] & ~other) == 0);
}

static set lacks(const State *state, int line) { return lines[line] & ~(state->stones[0] | state->aside); }

static set is_free(const State *state) { return all & ~(state->stones[0] | state->stones[1] | state->aside); }

static int count(set points) {
  int bits = 0;
  for (; points; points &= points - 1) bits++;
  return bits;
}

static void settle(State *state) {
  for (int i = 0; i < line_count; i++) state->live[i] = state->live[i] && is_open(i, state->stones[0], state->stones[1]);
}

/* The potential times 2^32, and the largest share of a point. */
static uint64_t potential(const State *state, uint64_t *largest) {
  uint64_t sum = 0, share[MAX_POINTS] = {0};
  for (int i = 0; i < line_count; i++) {
    set missing = lacks(state, i);
    uint64_t worth = ((uint64_t)1 << 32) >> count(missing);
    if (!state->live[i]) continue;
    sum += worth;
    for (int p = 0; p < MAX_POINTS; p++)
      if (missing >> p & 1) share[p] += worth;
  }
  *largest = 0;
  for (int p = 0; p < MAX_POINTS; p++)
    if (share[p] > *largest) *largest = share[p];
  return sum;
}

static set image(set points, int symmetry) {
  set result = 0;
  for (int p = 0; p < width * height; p++) {
    int x = p % width, y = p / width;
    if (symmetry & 1) x = width - 1 - x;
    if (symmetry & 2) y = height - 1 - y;
    if (points >> p & 1) result |= (set)1 << (symmetry & 4 ? x * width + y : y * width + x);
  }
  return result;
}

static void reference(const State *state) {
  uint32_t number = 0;
  for (int i = 0; i < 4; i++) number |= (uint32_t)byte() << 8 * i;
  int symmetry = (int)byte(), same;
  if (number >= nodes || symmetry >= (width == height ? 8 : 4)) refuse("there is no such node");
  const State *there = &ended[number];
  same = image(state->stones[0], symmetry) == there->stones[0] && image(state->stones[1], symmetry) == there->stones[1] &&
         image(state->aside, symmetry) == there->aside;
  if ((!there->breaking || variant == CARO) && !same) refuse("the node referred to is another one");
  if (!there->breaking && state->breaking) refuse("the node referred to is another one");
  for (int i = 0; i < line_count && there->breaking; i++) {
    int found = 0;
    if (!state->live[i]) continue;
    for (int j = 0; j < line_count; j++)
      found |= there->live[j] && lines[j] == image(lines[i], symmetry) && !(lacks(there, j) & ~image(lacks(state, i), symmetry));
    if (!found) refuse("the node referred to has a line less");
  }
}

static set free_point(const State *state) {
  unsigned p = byte();
  if (p >= MAX_POINTS || !(is_free(state) >> p & 1)) refuse("the point is not free");
  return (set)1 << p;
}

static void read_pairs(State *state) {
  unsigned pairs = byte();
  set aside = 0, last = 0;
  char live[MAX_LINES];
  memcpy(live, state->live, sizeof live);
  if (pairs < 1 || pairs > 32) refuse("these are no pairs");
  while (pairs--) {
    int killed = 0;
    set low = free_point(state), high = free_point(state);
    if (low >= high || low <= last || (low | high) & aside) refuse("these are no pairs");
    for (int i = 0; i < line_count; i++)
      if (state->live[i] && !((low | high) & ~lacks(state, i))) live[i] = 0, killed = 1;
    if (!killed) refuse("a pair kills no line");
    last = low, aside |= low | high;
  }
  memcpy(state->live, live, sizeof live);
  state->aside |= aside;
  state->breaking = 1;
}

static void reply(State state);

static void attack(State state, int may_pair) {
  uint64_t largest, sum;
  set points = is_free(&state), lacking = 0;
  settle(&state);
  for (int i = 0; i < line_count; i++) {
    if (state.live[i] && count(lacks(&state, i)) < 2) refuse("the attacker completes a line");
    if (state.live[i]) lacking |= lacks(&state, i);
  }
  sum = potential(&state, &largest);
  if (sum + largest < (uint64_t)1 << 32) return;
  unsigned tag = byte();
  if (tag == 3) {
    reference(&state);
    return;
  }
  if (tag == 2 && may_pair) {
    read_pairs(&state);
    attack(state, 0);
    return;
  }
  if (tag == 4) {
    state.breaking = 1;
    points = lacking;
  } else if (tag != 1 || state.breaking) {
    refuse("no node begins so");
  }
  for (int p = 0; p < MAX_POINTS; p++)
    if (points >> p & 1) {
      State next = state;
      next.stones[0] |= (set)1 << p;
      reply(next);
    }
  if (nodes == ended_room && !(ended = realloc(ended, (ended_room = 2 * ended_room + 64) * sizeof *ended))) refuse("no memory");
  ended[nodes++] = state;
}

static void reply(State state) {
  uint64_t largest;
  settle(&state);
  for (int i = 0; i < line_count; i++)
    if (state.live[i] && !lacks(&state, i)) refuse("the attacker has completed a line");
  for (int i = 0; i < line_count && !state.breaking; i++)
    if (count(lines[i] & ~state.stones[1]) == 1 && is_open(i, state.stones[1], state.stones[0])) return;
  if (potential(&state, &largest) < (uint64_t)1 << 32) return;
  state.stones[1] |= free_point(&state);
  attack(state, 1);
}

void check_hold(void) {
  State state;
  memset(&state, 0, sizeof state);
  if (width * height > MAX_POINTS || (variant == RENJU && claimant == 0)) refuse("not to be proven by this form");
  for (int p = 0; p < width * height; p++) {
    all |= (set)1 << p;
    if (board[p]) state.stones[board[p] - 1 == claimant] |= (set)1 << p;
  }
  make_lines();
  for (int i = 0; i < line_count; i++) {
    int c;
    state.live[i] = 1;
    for (c = 0; c < 2; c++)
      if (!(lines[i] & ~state.stones[c]) && is_open(i, state.stones[c], state.stones[!c])) refuse("the game is over");
  }
  if (to_move == claimant) reply(state);
  else attack(state, 1);
}

int main(int argc, char **argv) {
  FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
  if (!file) refuse("usage: check FILE");
  read_head(file);
  if (is_explicit) check_explicit();
  else check_hold();
  if (at != length) refuse("the proof ends before the body");
  if (nodes != claimed_nodes) refuse("the head says another number of nodes");
  printf("ok: %dx%d, %d in a row, %s, %s %s, %llu nodes\n", width, height, n, variants[variant],
         is_explicit ? "win" : "hold", colours[claimant], (unsigned long long)nodes);
  return 0;
}
