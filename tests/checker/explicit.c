/* Checks the form "explicit": the winner's quiet moves, and every threat. See src/solve/FORMAT.md. */
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { WINNER = 0, LOSER = 1, NOBODY = 2, OFF = 0xffff, MAX_CELLS = MAX_SIDE * MAX_SIDE, MAX_THROUGH = 4 * MAX_SIDE, MAX_TREE = 1 << 16 };

typedef struct {
  uint16_t cells[MAX_SIDE], ends[2];
  int count[2];
  int place[2][2]; /* its place in the lists of windows that lack one stone or two, by side */
} Window;

typedef struct {
  char in[MAX_CELLS];
} Set;

static int area;
static char owner[MAX_CELLS];
static Window *windows;
static int window_count, *through[MAX_CELLS], through_count[MAX_CELLS];
static int *lacking[2][2], lacking_count[2][2];

static uint32_t number(void) {
  uint64_t value = 0;
  for (int shift = 0;; shift += 7) {
    unsigned b = byte();
    value |= (uint64_t)(b & 0x7f) << shift;
    if (b < 0x80) {
      if ((!b && shift) || value > UINT32_MAX) refuse("a number is not written as it should be");
      return (uint32_t)value;
    }
    if (shift == 28) refuse("a number is too long");
  }
}

static int point(void) {
  uint32_t p = number();
  if (p >= (uint32_t)area) refuse("no point of the board");
  return (int)p;
}

/* ---- the board ---- */

static void list(int w) {
  for (int side = 0; side < 2; side++)
    for (int lack = 1; lack <= 2; lack++) {
      int *place = &windows[w].place[side][lack - 1], *all = lacking[side][lack - 1], *count = &lacking_count[side][lack - 1];
      int is = !windows[w].count[!side] && windows[w].count[side] == n - lack;
      if (is && *place < 0) {
        *place = *count, all[(*count)++] = w;
      } else if (!is && *place >= 0) {
        int last = all[--*count];
        all[*place] = last, windows[last].place[side][lack - 1] = *place, *place = -1;
      }
    }
}

static void put(int cell, int side, int change) {
  owner[cell] = (char)(change > 0 ? side : NOBODY);
  for (int i = 0; i < through_count[cell]; i++) {
    windows[through[cell][i]].count[side] += change;
    list(through[cell][i]);
  }
}

static int cell_at(int x, int y) { return x >= 0 && x < width && y >= 0 && y < height ? y * width + x : OFF; }

static void make_windows(void) {
  static const int dx[] = {1, 0, 1, 1}, dy[] = {0, 1, 1, -1};
  windows = calloc((size_t)area * 4, sizeof *windows);
  for (int i = 0; i < 4; i++) lacking[i / 2][i % 2] = calloc((size_t)area * 4, sizeof(int));
  for (int p = 0; p < area; p++) through[p] = calloc(MAX_THROUGH, sizeof(int)), owner[p] = NOBODY;
  for (int p = 0; p < area; p++)
    for (int d = 0; d < 4; d++) {
      Window w;
      int x = p % width, y = p / width, whole = 1;
      memset(&w, 0, sizeof w);
      for (int i = 0; i < n; i++) whole &= (w.cells[i] = (uint16_t)cell_at(x + i * dx[d], y + i * dy[d])) != OFF;
      if (!whole) continue;
      w.ends[0] = (uint16_t)cell_at(x - dx[d], y - dy[d]), w.ends[1] = (uint16_t)cell_at(x + n * dx[d], y + n * dy[d]);
      memset(w.place, -1, sizeof w.place);
      for (int i = 0; i < n; i++) through[w.cells[i]][through_count[w.cells[i]]++] = window_count;
      windows[window_count++] = w;
    }
}

static int lies(int cell, int side) { return cell != OFF && owner[cell] == side; }

/* Whether this window, full of a side's stones, is a win. */
static int counts(const Window *w, int side) {
  if (variant == FREESTYLE) return 1;
  if (lies(w->ends[0], side) || lies(w->ends[1], side)) return 0;
  return variant == EXACT || !(lies(w->ends[0], !side) && lies(w->ends[1], !side));
}

static int has_won(int cell, int side) {
  for (int i = 0; i < through_count[cell]; i++) {
    const Window *w = &windows[through[cell][i]];
    if (w->count[side] == n && counts(w, side)) return 1;
  }
  return 0;
}

static int can_win(int side) {
  for (int i = 0; i < lacking_count[side][0]; i++)
    if (counts(&windows[lacking[side][0][i]], side)) return 1;
  return 0;
}

static void add_empty(const Window *w, Set *set) {
  for (int i = 0; i < n; i++)
    if (owner[w->cells[i]] == NOBODY) set->in[w->cells[i]] = 1;
  for (int e = 0; e < 2 && variant == CARO; e++)
    if (lies(w->ends[e], NOBODY)) set->in[w->ends[e]] = 1;
}

/* Every reply after which the winner, who could win at once, cannot. */
static void stops(Set *replies) {
  Set tried;
  memset(tried.in, 0, (size_t)area), memset(replies->in, 0, (size_t)area);
  for (int i = 0; i < lacking_count[WINNER][0]; i++) add_empty(&windows[lacking[WINNER][0][i]], &tried);
  for (int p = 0; p < area; p++) {
    if (!tried.in[p]) continue;
    put(p, LOSER, 1);
    replies->in[p] = (char)!can_win(WINNER);
    put(p, LOSER, -1);
  }
}

/* ---- trees ---- */

static uint16_t tree[MAX_TREE];

static void attack(int from, int to, Set *zone);

static int next(int *from, int to) {
  if (*from >= to) refuse("a tree ends within itself");
  return tree[(*from)++];
}

/* The groups of replies between two places of the tree: each of `replies` has to be in one of them. */
static void groups(int count, int from, int to, const Set *replies, Set *zone) {
  Set answered;
  memset(answered.in, 0, (size_t)area);
  while (count--) {
    int size = next(&from, to), first = from, start, end;
    for (int i = 0; i < size; i++) next(&from, to);
    start = next(&from, to), end = from + start, start = from;
    if (end > to) refuse("a tree ends within itself");
    for (int i = first; i < first + size; i++) {
      int reply = tree[i];
      if (reply >= area || !replies->in[reply]) continue;
      if (answered.in[reply]++) refuse("a reply is answered twice");
      if (zone) zone->in[reply] = 1;
      put(reply, LOSER, 1);
      attack(start, end, zone);
      put(reply, LOSER, -1);
    }
    from = end;
  }
  if (from != to) refuse("a tree is too long");
  for (int p = 0; p < area; p++)
    if (replies->in[p] && !answered.in[p]) refuse("a reply within a tree is left out");
}

static void after(int cell, int from, int to, Set *zone) {
  Set replies;
  int header = next(&from, to);
  if (has_won(cell, WINNER)) {
    if (header || from != to) refuse("a tree goes on after the win");
    return;
  }
  if (can_win(LOSER)) refuse("the loser wins within a tree");
  if (can_win(WINNER)) {
    if (header & 1) refuse("a four needs no tree of fours");
    for (int i = 0; zone && i < lacking_count[WINNER][0]; i++) add_empty(&windows[lacking[WINNER][0][i]], zone);
    for (int i = 0; zone && i < lacking_count[LOSER][1]; i++) {
      const Window *w = &windows[lacking[LOSER][1][i]];
      for (int k = 0; k < n; k++)
        if (owner[w->cells[k]] == NOBODY) zone->in[w->cells[k]] = 1;
    }
    stops(&replies);
  } else {
    int size;
    if (!(header & 1) || zone) refuse("a move threatens nothing");
    size = next(&from, to);
    if (from + size > to) refuse("a tree ends within itself");
    memset(replies.in, 0, (size_t)area);
    attack(from, from + size, &replies);
    from += size;
    for (int p = 0; p < area; p++) replies.in[p] = replies.in[p] && owner[p] == NOBODY;
  }
  groups(header >> 1, from, to, &replies, zone);
}

/* With a zone the tree has to be one of fours alone, and its zone is added. */
static void attack(int from, int to, Set *zone) {
  int cell = next(&from, to);
  if (cell >= area || owner[cell] != NOBODY) refuse("a move of a tree is not legal");
  if (zone) zone->in[cell] = 1;
  put(cell, WINNER, 1);
  after(cell, from, to, zone);
  put(cell, WINNER, -1);
}

static int read_tree(void) {
  uint32_t size = number();
  if (size >= MAX_TREE) refuse("a tree is too long");
  for (uint32_t i = 0; i < size; i++) {
    uint32_t value = number();
    if (value > 0xffff) refuse("a number of a tree is too large");
    tree[i] = (uint16_t)value;
  }
  return (int)size;
}

/* ---- nodes ---- */

static char **positions;

static int lies_the_same(const char *there) {
  for (int symmetry = 0; symmetry < (width == height ? 8 : 4); symmetry++) {
    int p = 0;
    for (; p < area; p++) {
      int x = p % width, y = p / width;
      if (symmetry & 1) x = width - 1 - x;
      if (symmetry & 2) y = height - 1 - y;
      if (owner[p] != there[symmetry & 4 ? x * width + y : y * width + x]) break;
    }
    if (p == area) return 1;
  }
  return 0;
}

static void link_to(uint32_t target) {
  if (target <= nodes || target >= claimed_nodes) refuse("a reply leads to no later node");
  if (positions[target]) {
    if (!lies_the_same(positions[target])) refuse("a reply leads to another position");
    return;
  }
  positions[target] = malloc((size_t)area);
  memcpy(positions[target], owner, (size_t)area);
}

static void set_up(const char *position) {
  for (int p = 0; p < area; p++)
    if (owner[p] != NOBODY && owner[p] != position[p]) put(p, owner[p], -1);
  for (int p = 0; p < area; p++)
    if (owner[p] == NOBODY && position[p] != NOBODY) put(p, position[p], 1);
}

static void take_reply(int reply, Set *replies) {
  if (!replies->in[reply]) refuse("no such reply, or one that is answered already");
  replies->in[reply] = 0;
}

static void node(void) {
  static uint16_t group[MAX_CELLS];
  unsigned kind = byte();
  int move = -1, left = 0;
  Set replies;
  if ((kind == 2) != (nodes == 0 && to_move != claimant)) refuse("the wrong side moves");
  if (kind == 0) {
    int size = read_tree();
    attack(0, size, NULL);
    return;
  }
  if (kind > 2) refuse("no node begins so");
  if (kind == 1) {
    if (owner[move = point()] != NOBODY) refuse("the move is not legal");
    put(move, WINNER, 1);
    if (has_won(move, WINNER)) refuse("a move that wins is no quiet one");
  }
  if (can_win(LOSER)) refuse("the loser wins");
  if (can_win(WINNER)) {
    stops(&replies);
  } else {
    for (int p = 0; p < area; p++) left += replies.in[p] = owner[p] == NOBODY;
    if (!left) refuse("the board is full");
  }
  for (uint32_t count = number(); count; count--) {
    int reply = point();
    take_reply(reply, &replies);
    put(reply, LOSER, 1);
    link_to(number());
    put(reply, LOSER, -1);
  }
  for (uint32_t count = number(); count; count--) {
    uint32_t members = number();
    int size;
    if (members > (uint32_t)area) refuse("too many replies");
    for (uint32_t i = 0; i < members; i++) group[i] = (uint16_t)point();
    size = read_tree();
    for (uint32_t i = 0; i < members; i++) {
      take_reply(group[i], &replies);
      put(group[i], LOSER, 1);
      attack(0, size, NULL);
      put(group[i], LOSER, -1);
    }
  }
  for (int p = 0; p < area; p++)
    if (replies.in[p]) refuse("a reply is left out");
  if (move >= 0) put(move, WINNER, -1);
}

void check_explicit(void) {
  if (variant == RENJU) refuse("forbidden points are not known here");
  area = width * height;
  make_windows();
  for (int p = 0; p < area; p++)
    if (board[p]) put(p, board[p] - 1 == claimant ? WINNER : LOSER, 1);
  for (int p = 0; p < area; p++)
    if (board[p] && has_won(p, owner[p])) refuse("the game is over");
  if (claimed_nodes > length) refuse("the head says another number of nodes");
  positions = calloc((size_t)claimed_nodes + 1, sizeof *positions);
  positions[0] = malloc((size_t)area);
  memcpy(positions[0], owner, (size_t)area);
  for (nodes = 0; nodes < claimed_nodes; nodes++) {
    if (!positions[nodes]) refuse("nothing leads to the node");
    set_up(positions[nodes]);
    node();
    free(positions[nodes]), positions[nodes] = NULL;
  }
}
