# Fifty positions with few right answers, as gogui-regress reads them; also run by tests/gogui.rs.
# Right are the moves after which a search proves the win, or those after which it does not prove the loss.
kata-set-param variety false
kata-set-param maxNodes 20000

# complete a row

boardsize 15
kata-set-rules freestyle
gogui-play_sequence b k6 w k4 b l5 w m4 b j4 w j5 b h6 w l6 b h5 w m5 b h8 w h7 b g6 w f7 b g7 w j7 b g4 w k7 b g5 w g3
1 reg_genmove b
#? [G8]

boardsize 15
kata-set-rules exact
gogui-play_sequence b k9 w l10 b h8 w l8 b g7 w l9 b l7 w k10 b f6 w e5 b g8 w m10 b j10 w m8 b j11 w k8 b h9 w f7 b g9 w n8 b j8
2 reg_genmove w
#? [O8]

boardsize 15
kata-set-rules freestyle
gogui-play_sequence b g6 w g5 b e6 w d6 b f5 w f6 b e4 w h7 b e7 w e3 b e8 w e5 b g4 w d7 b d9 w h5 b c10 w f7 b e10 w e9 b d10 w b10 b h8 w d4 b f10 w g10 b d3 w c2 b c3 w f4 b h3 w j2 b b11 w a12 b g3 w h6 b d2
3 reg_genmove w
#? [J7]

boardsize 15
kata-set-rules freestyle
gogui-play_sequence b j10 w k11 b l11 w m10 b j9 w m12 b m9 w l9 b k8 w j11 b k10 w h10 b l8 w h8 b k7 w n10 b j7 w j8 b m7 w l7 b k9 w k6
4 reg_genmove b
#? [H11|N6]

boardsize 15
kata-set-rules freestyle
gogui-play_sequence b h9 w j8 b g9 w j9 b j10 w k11 b k8 w k10 b h8 w k12 b k13 w h11 b h6 w l9 b h7 w h5
5 reg_genmove b
#? [H10]

boardsize 15
kata-set-rules freestyle
gogui-play_sequence b k9 w j9 b l10 w m11 b k10 w k8 b l7 w j10 b j8 w l9 b m10 w g11 b k7 w j7 b g6 w h7 b h6 w h10 b f12 w h9 b k6 w j6 b j5 w h4 b n9 w m8 b g7 w f8 b g5 w h11 b h8 w h12 b h13 w k11 b g8 w g4
6 reg_genmove b
#? [G9]

# block a four

boardsize 15
kata-set-rules caro
gogui-play_sequence b h10 w j10 b k9 w l10 b j9 w g11 b h9 w l9 b g9
7 reg_genmove w
#? [E9|F9]

boardsize 15
kata-set-rules freestyle
gogui-play_sequence b f10 w f11 b g9 w e11 b g11 w g10 b h9 w e9 b j9 w k9 b h10 w k8 b h11 w h8 b j11 w e7 b j8 w e8
8 reg_genmove b
#? [E10]

boardsize 15
kata-set-rules caro
gogui-play_sequence b j8 w g6 b h10 w f7 b h9 w e8 b j4 w h5
9 reg_genmove b
#? [D9|C10]

boardsize 15
kata-set-rules freestyle
gogui-play_sequence b h10 w h11 b g11 w j9 b g10 w g9 b h9 w f10 b e11 w f11 b f12 w d10 b e12 w e10 b g12 w d12 b d11 w c10
10 reg_genmove b
#? [B10]

boardsize 15
kata-set-rules caro
gogui-play_sequence b h7 w e7 b e8 w f7 b g8 w f8 b f9 w e10 b k5
11 reg_genmove w
#? [L4|J6]

boardsize 15
kata-set-rules caro
gogui-play_sequence b h7 w e7 b e8 w f7 b g8 w f8 b f9 w e10 b k5 w j6 b g10 w d7 b h11
12 reg_genmove w
#? [J12|K13]

boardsize 15
kata-set-rules exact
gogui-play_sequence b h8 w g8 b f9 w e9 b j7 w k6 b h7 w h9 b f7 w g7 b f8 w f10 b g6 w f5 b e8 w h5 b g10 w d7 b g5 w d8 b g11 w g4 b e6 w j6 b k7 w d6 b d5 w f4 b m7
13 reg_genmove w
#? [L7]

boardsize 15
kata-set-rules exact
gogui-play_sequence b h8 w g8 b f9 w e9 b j7 w k6 b h7 w h9 b f7 w g7 b f8 w f10 b g6 w f5 b e8 w h5 b g10 w d7 b g5 w d8 b g11 w g4 b e6 w j6 b k7 w d6 b d5 w f4 b m7 w l7 b h11
14 reg_genmove w
#? [J12]

# win by fours

boardsize 15
kata-set-rules renju
gogui-play_sequence b j6 w l6 b k5 w l4 b l5 w m5 b k7 w k3 b n6 w k8 b h5 w l8 b g5 w j5 b g6 w g4 b h6 w f6 b h7 w h8
15 reg_genmove b
#? [H3|H4|G8|J8]

boardsize 15
kata-set-rules renju
gogui-play_sequence b j6 w l6 b k5 w l4 b l5 w m5 b k7 w k3 b n6 w k8 b h5 w l8 b g5 w j5 b g6 w g4 b h6 w f6 b h7 w h8 b j8 w f5 b h3 w h4
16 reg_genmove b
#? [G8|K9|L10]

boardsize 15
kata-set-rules freestyle
gogui-play_sequence b j8 w j7 b k5 w k6 b h8 w g8 b k4 w h6 b l6 w g5 b k8 w g6 b g7 w f6 b j6 w f7 b h9
17 reg_genmove w
#? [F4|D6|E6]

boardsize 15
kata-set-rules freestyle
gogui-play_sequence b j8 w j7 b k5 w k6 b h8 w g8 b k4 w h6 b l6 w g5 b k8 w g6 b g7 w f6 b j6 w f7 b h9 w k7 b m7
18 reg_genmove w
#? [F4|J4|D6|E6]

boardsize 15
kata-set-rules freestyle
gogui-play_sequence b j8 w j7 b k5 w k6 b h8 w g8 b k4 w h6 b l6 w g5 b k8 w g6 b g7 w f6 b j6 w f7 b h9 w k7 b m7 w j4 b h5 w e7 b h4 w f5 b f4 w m8 b h10 w h11 b j9 w l7 b n9 w e8 b f9 w g9 b e6
19 reg_genmove w
#? [D3|E4|D8|D9]

boardsize 15
kata-set-rules caro
gogui-play_sequence b h7 w h6 b f8 w g5 b g6 w f5 b f7 w j7 b k8 w j5 b h5 w j4 b j6 w f4 b e3 w g4 b h4 w h3 b d7 w g2 b k5 w j2 b k1
20 reg_genmove w
#? [J1|G3]

boardsize 15
kata-set-rules caro
gogui-play_sequence b h7 w h6 b f8 w g5 b g6 w f5 b f7 w j7 b k8 w j5 b h5 w j4 b j6 w f4 b e3 w g4 b h4 w h3 b d7 w g2 b k5 w j2 b k1 w g8 b k7
21 reg_genmove w
#? [J1|G3|K6]

boardsize 15
kata-set-rules caro
gogui-play_sequence b h7 w h6 b f8 w g5 b g6 w f5 b f7 w j7 b k8 w j5 b h5 w j4 b j6 w f4 b e3 w g4 b h4 w h3 b d7 w g2 b k5 w j2 b k1 w g8 b k7 w k6 b l10
22 reg_genmove w
#? [J1|G3|M9|K10]

boardsize 15
kata-set-rules renju
gogui-play_sequence b j10 w h10 b k8 w j11 b g9 w h11 b h9 w k11 b g11 w l11 b m11 w k12 b f9 w e9 b g8 w g10 b h7 w l13 b m14 w j6 b h8 w j8 b j7 w k6 b g7 w k13 b k10
23 reg_genmove w
#? [K14|L14|K15]

# win by threats

boardsize 15
kata-set-rules freestyle
gogui-play_sequence b f10 w f11 b g9 w e11 b g11 w g10 b h9 w e9
24 reg_genmove b
#? [J9]

boardsize 15
kata-set-rules freestyle
gogui-play_sequence b f10 w f11 b g9 w e11 b g11 w g10 b h9 w e9 b j9 w k9
25 reg_genmove b
#? [H10]

boardsize 15
kata-set-rules freestyle
gogui-play_sequence b g9 w h9 b k10 w f10 b h10 w f8 b j10 w g10 b f11 w e10 b l13 w l10
26 reg_genmove b
#? [J11]

boardsize 15
kata-set-rules freestyle
gogui-play_sequence b j10 w k11 b g9 w k9 b k10 w l10 b f10 w m9 b j12 w l9
27 reg_genmove b
#? [J9|H10]

boardsize 15
kata-set-rules freestyle
gogui-play_sequence b j10 w k11 b g9 w k9 b k10 w l10 b f10 w m9 b j12 w l9 b j9 w j11
28 reg_genmove b
#? [G7|H8|G10|H10|F12]

boardsize 15
kata-set-rules renju
gogui-play_sequence b k9 w l9 b k7 w k6 b l8 w k8 b j7 w l7 b j6 w m9
29 reg_genmove b
#? [H5|J5|M7]

boardsize 15
kata-set-rules caro
gogui-play_sequence b j8 w g6 b h10 w f7 b h9 w e8 b j4 w h5 b d9 w h6 b g10 w k7
30 reg_genmove b
#? [E10|F11|H11|H12]

boardsize 15
kata-set-rules caro
gogui-play_sequence b h7 w e7 b e8 w f7 b g8 w f8 b f9 w e10 b k5 w j6 b g10 w d7 b h11 w j12 b g9 w g6
31 reg_genmove b
#? [H9|E11|F11|G11]

boardsize 15
kata-set-rules freestyle
gogui-play_sequence b j10 w k11 b l11 w k10 b k12 w j13 b m11 w h12 b l9 w l10 b m9 w g11 b f10 w k14 b l15 w h11
32 reg_genmove b
#? [H9|N9|M10]

boardsize 15
kata-set-rules freestyle
gogui-play_sequence b f10 w e9 b g8 w g10 b e7 w f11 b e12 w e11 b f7 w h11 b d11 w f9 b e8 w d9 b g9
33 reg_genmove w
#? [B9|J11|G12|J12]

boardsize 15
kata-set-rules freestyle
gogui-play_sequence b k6 w k4 b l5 w m4 b j4 w j5 b h6 w l6 b h5 w m5
34 reg_genmove b
#? [G6|H7|J7|H8]

boardsize 15
kata-set-rules freestyle
gogui-play_sequence b k6 w k4 b l5 w m4 b j4 w j5 b h6 w l6 b h5 w m5 b h8 w h7
35 reg_genmove b
#? [G5|G6|J6|J7|K8|G9]

boardsize 15
kata-set-rules freestyle
gogui-play_sequence b k6 w k5 b l7 w j6 b l4 w l5 b m5 w m8 b k7 w m7 b l6 w j8
36 reg_genmove b
#? [N4|O4|M6|N6]

boardsize 15
kata-set-rules freestyle
gogui-play_sequence b k6 w k5 b l7 w j6 b l4 w l5 b m5 w m8 b k7 w m7 b l6 w j8 b n6 w k3
37 reg_genmove b
#? [N4|O4|N5|M6|O7|P8]

# stop a win by fours

boardsize 15
kata-set-rules caro
gogui-play_sequence b h10 w j10 b k9 w l10 b j9 w g11 b h9
38 reg_genmove w
#? [F9|G9|L9]

boardsize 15
kata-set-rules caro
gogui-play_sequence b h10 w j10 b k9 w l10 b j9 w g11 b h9 w l9 b g9 w f9 b f8
39 reg_genmove w
#? [E7|J11|K12]

boardsize 15
kata-set-rules freestyle
gogui-play_sequence b g9 w h9 b k10 w f10 b h10 w f8 b j10
40 reg_genmove w
#? [G10|L10]

boardsize 15
kata-set-rules freestyle
gogui-play_sequence b g9 w h9 b k10 w f10 b h10 w f8 b j10 w g10 b f11 w e10 b l13 w l10 b h12
41 reg_genmove w
#? [C10|D10|J11|G13]

boardsize 15
kata-set-rules freestyle
gogui-play_sequence b j10 w k11 b g9 w k9 b k10 w l10 b f10 w m9
42 reg_genmove b
#? [G10|H10|J12]

boardsize 15
kata-set-rules renju
gogui-play_sequence b k9 w l9 b k7 w k6 b l8 w k8 b j7 w l7 b j6
43 reg_genmove w
#? [H5]

boardsize 15
kata-set-rules renju
gogui-play_sequence b l10 w l8 b j8 w j10 b h11 w j12 b k12 w h9 b k9 w h7 b j11 w k11 b g8 w g9 b l13
44 reg_genmove w
#? [L12|M13|M14]

boardsize 15
kata-set-rules caro
gogui-play_sequence b j8 w g6 b h10 w f7 b h9 w e8 b j4 w h5 b d9 w h6 b g10
45 reg_genmove w
#? [F11]

boardsize 15
kata-set-rules freestyle
gogui-play_sequence b h10 w h11 b g11 w j9 b g10 w g9 b h9 w f10 b e11 w f11 b f12 w d10 b e12
46 reg_genmove w
#? [E10|E13|D14|E14]

boardsize 15
kata-set-rules freestyle
gogui-play_sequence b h10 w h11 b g11 w j9 b g10 w g9 b h9 w f10 b e11 w f11 b f12 w d10 b e12 w e10 b g12
47 reg_genmove w
#? [B10|C10|D12]

boardsize 15
kata-set-rules exact
gogui-play_sequence b f7 w e8 b f9 w f10 b g8 w e10 b h9
48 reg_genmove w
#? [E6|J10]

boardsize 15
kata-set-rules exact
gogui-play_sequence b f7 w e8 b f9 w f10 b g8 w e10 b h9 w j10 b e7 w g9 b h7
49 reg_genmove w
#? [G7|J7]

boardsize 15
kata-set-rules exact
gogui-play_sequence b f7 w e8 b f9 w f10 b g8 w e10 b h9 w j10 b e7 w g9 b h7 w g7 b f6
50 reg_genmove w
#? [H6|G10]
