//! The engine's own opinion, out of the lines it prints for people.

/// What a forced win or loss counts as.
const MATE: f64 = 30_000.0;

/// The words that engines put before their score.
const WORDS: [&str; 3] = ["eval", "score", "ev"];

/// The score in a line such as `Depth 12-20 | Eval -350 | Time 80ms`, `depth 8 ev 120` or
/// `score=+M7`; `None` if there is none. Positive is good for the engine; a mate is ±30000.
pub(super) fn score_in(line: &str) -> Option<f64> {
    let lower = line.to_ascii_lowercase();
    WORDS.iter().find_map(|word| {
        lower.match_indices(word).find_map(|(at, _)| {
            let before = lower.get(..at)?.chars().next_back();
            if before.is_some_and(char::is_alphanumeric) {
                return None;
            }
            number(lower.get(at + word.len()..)?)
        })
    })
}

fn number(text: &str) -> Option<f64> {
    let text = text.trim_start_matches([' ', '\t', ':', '=']);
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => (-1.0, rest),
        None => (1.0, text.strip_prefix('+').unwrap_or(text)),
    };
    if digits.starts_with('m') {
        return Some(sign * MATE);
    }
    let end = digits
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(digits.len());
    let value: f64 = digits.get(..end)?.parse().ok()?;
    Some(sign * value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_of_known_engines() {
        let cases = [
            (
                "MESSAGE Depth 10-20 | Eval 123 | Time 20ms | h8",
                Some(123.0),
            ),
            ("MESSAGE Depth 10-20 | Eval -M12 | Time 20ms", Some(-MATE)),
            ("MESSAGE Eval: +M3", Some(MATE)),
            ("MESSAGE depth 8 ev -12.5 pv h8", Some(-12.5)),
            ("MESSAGE eval..", None),
            ("MESSAGE level 5", None),
            ("MESSAGE retrieval 7", None),
            ("", None),
        ];
        for (line, score) in cases {
            assert_eq!(score_in(line), score, "{line}");
        }
    }
}
