//! Self-play data and the fitting of weights.
//!
//! [`generate`] lets the search play itself, or a weaker player, from random balanced openings and
//! writes one line a game. [`fit`] makes weights of such games: the static score by logistic
//! regression on results and on the search's scores, the ordering scores by softmax regression on the
//! moves played. Both start from the hand-made [prior](crate::eval::Weights::prior) and are pulled
//! towards it, so that what is rare stays sane. [`train`] makes the [network](crate::eval::network)
//! that is put on top of the static score at five in a row: by gradient descent on the search's
//! scores, from hardly anything or from the network of another variant.
//!
//! # How the shipped weights came to be
//!
//! ```text
//! lianzhu datagen --rule freestyle --nodes 1000 --seed 1 --games 8541 --out free-1.txt
//! lianzhu tune --data free-1.txt --blend 0.5 --out first.txt
//!
//! lianzhu datagen --rule freestyle --nodes 1000 --seed 1 --games 17525 --out free-1.txt
//! lianzhu datagen --rule freestyle --nodes 3000 --seed 777 --games 5448 --out free-2.txt
//! lianzhu tune --data free-1.txt --data free-2.txt --blend 0.15 --from first.txt --epochs 20 \
//!     --out second.txt
//!
//! lianzhu datagen --rule freestyle --nodes 12000 --seed 4242 --games 1120 --out free-3.txt
//! lianzhu tune --data free-2.txt --data free-3.txt --blend 0 --from second.txt --epochs 20 \
//!     --out src/eval/weights/freestyle.txt
//! ```
//!
//! Games depend on the search that plays them. The first were played by the first version of the
//! search with the prior, the second by that of "Weights of its own for exact", the third by that of
//! "Fit the weights to scores more than to results". The results of balanced games say little about
//! single positions (cross-entropy 0.634 for the fitted score, 0.633 for that of the search itself):
//! scores are the better target, hence the small blend, and games of 1,000 nodes a move spoil what
//! deeper ones say.
//!
//! Exact, renju and caro are played with the same weights. Weights fitted to 3,400 games of exact
//! lost to them (44 %), as did those of renju (5,300 games) and caro (2,400 games, 38 %): more and
//! deeper data count for more than data of the variant. Win lengths below five play with the prior.
//! Ordering scores fitted again to 27,165 games of a far stronger player lost 46 +- 36 (260 games).
//!
//! At six in a row the search draws nearly every game against itself, and learns nothing from it. The
//! weights are fitted to the results of games against a player that looks one move ahead and errs:
//!
//! ```text
//! lianzhu datagen --rule freestyle --winlength 6 --against scoring --errs 10 --nodes 1000 \
//!     --seed 2026112206 --games 6000 --out six-1.txt
//! lianzhu tune --data six-1.txt --from src/eval/weights/freestyle.txt --blend 1 --epochs 20 \
//!     --order-epochs 0 --out src/eval/weights/six.txt
//! ```
//!
//! The games are by the search with the weights of freestyle. The new ones score 81 % against
//! `scoring` where those scored 68 % (200 games, 2,000 positions a move), and lose nothing to them
//! (2-157-1 at 4,000). What wins still more against `scoring` presses too hard for a strong opponent:
//! a network on top of the weights, fitted to three generations of such games, came to 89 %, but to 24 %
//! (0-48-52) against the weights of freestyle alone.
//!
//! # The network
//!
//! ```text
//! lianzhu datagen --rule freestyle --nodes 3000 --seed 2026112102 --games 21135 --out net-1.txt
//! lianzhu datagen --rule freestyle --nodes 6000 --seed 2026112104 --games 5833 --out net-2.txt
//! lianzhu datagen --rule freestyle --size 20 --nodes 3000 --seed 2026112201 --games 6000 \
//!     --out net-3.txt
//! lianzhu datagen --rule freestyle --nodes 3000 --seed 2026112204 --games 9710 --out net-4.txt
//! lianzhu datagen --rule freestyle --nodes 3000 --seed 2026112205 --games 17455 --out net-5.txt
//! lianzhu train --data net-1.txt net-2.txt net-3.txt net-4.txt net-5.txt \
//!     --out src/eval/weights/freestyle-net.txt
//!
//! lianzhu datagen --rule renju --nodes 3000 --seed 2026112103 --games 9994 --out net-6.txt
//! lianzhu datagen --rule renju --nodes 6000 --seed 2026112301 --games 4497 --out net-7.txt
//! lianzhu train --data net-6.txt net-7.txt --from src/eval/weights/freestyle-net.txt \
//!     --out src/eval/weights/renju-net.txt
//!
//! lianzhu datagen --rule caro --nodes 3000 --seed 2026112202 --games 3952 --out net-8.txt
//! lianzhu train --data net-8.txt --from src/eval/weights/freestyle-net.txt \
//!     --out src/eval/weights/caro-net.txt
//! ```
//!
//! The games are by the search as it was about the time it got its first network, those of 6,000
//! positions a move by one that played with it, those of 20x20 and caro by that of "Keep the network
//! before for boards of more than 17x17", the fourth of freestyle and the second of renju by that of
//! "Fit networks to what became of positions", the fifth of freestyle by that of "Square the units of
//! the network".
//!
//! A position's target is not its own score alone but an average over those of the positions that
//! came of it, each counting 0.8 of the one before ([`TrainSettings::ahead`]), as in TD(λ) (Sutton,
//! 1988): a search of 3,000 positions is a poor judge of what it cannot see to the end of, and the
//! game goes on to show it. Of freestyle's networks, 8,000 positions a move, 160 to 400 games each:
//! by their own scores alone 0; 0.5 +22 +- 33 Elo, 0.65 +48 +- 35, 0.8 +86 +- 35; 0.7 equals 0.8;
//! 0.85 loses 34 +- 38 to it and 0.9 105 +- 50. Another seed of the training makes no difference that
//! 240 games show, nor do logits times 1.2 or 1.35.
//!
//! A network made of games on 15x15 alone may be bad on larger boards (100 +- 39 Elo worse on 20x20
//! than the one before it, when better by 35 on 15x15), hence the games on 20x20.
//!
//! Exact is played with the network of freestyle, as one of exact's own, from 6,435 games, loses
//! 35 +- 28 to it (420 games). Caro is not: there freestyle's lost 103 +- 50, of the networks before
//! these.
//!
//! The first position of a game that the search proves won or lost is fitted to as well, as a chance of
//! one or none: without these, one in 25, a network never sees what wins. The networks with them (and
//! the fifth file of games, which without them made -26 +- 29) over those before: freestyle +23 +- 28
//! Elo (420 games at 8,000 positions) and +73 +- 51 (140 at 50,000), renju +57 +- 37 (300), caro +23 +-
//! 35 (240). Counted twice they are too much (-23 +- 34), and all positions from there to the end of
//! the game are far too much (-83 +- 30). Short games from positions that a search evaluated somewhere
//! inside of it (90,000, of 6 plies) change nothing that 300 games show.
//!
//! Units are squares because squares say more of a position than what is left of a sum above zero: of
//! the same 42,678 games, cross-entropy against results of other games 0.6139 in place of 0.6159,
//! +40 +- 25 Elo (600 games at 8,000 positions) over the network before, which the fourth file of
//! games alone had made +17 +- 23 better. It costs no time. Without the decided positions, twice as many
//! hidden units said still more of positions and won no more games (500, -22 +- 28). 16 units fit the
//! games they are given better and others worse. More facts for the hidden layer (how many threats, not
//! only whether) were of no use to a network of own scores alone.
//!
//! # From scores to chances
//!
//! [`fit_curve`] fits the curve of [`win_rate`](crate::eval::win_rate): a logistic function of the
//! score with one scale where the side to move is better off and one where it is worse off, by the
//! results of all positions behind the last random move of a game. What is in force is from 792 games
//! of the search of "Constants of the search tuned together":
//!
//! ```text
//! lianzhu datagen --rule freestyle --nodes 8000 --seed 9999 --games 792 --out h.txt
//! lianzhu curve h.txt
//! ```
//!
//! Its 24,130 positions gave 275 and 202 points to a unit of logit; 5,448 games of an earlier version at
//! 3,000 nodes gave 229 and 163, 1,962 of renju 243 and 160.

mod adam;
mod codes;
mod curve;
mod data;
mod fit;
mod generate;
mod network;
mod order;
mod positions;
mod replay;
mod selfplay;
mod spsa;
mod value;

use fit::Split;

pub use curve::{Bin, Curve, fit_curve};
pub use data::{DataError, Game, Header, Opponent, Played, read_games};
pub use fit::{FitError, Settings, fit};
pub use generate::{GenerateError, Job, generate};
pub use network::{TrainSettings, train};
pub use spsa::{SpsaError, SpsaSettings, spsa};
