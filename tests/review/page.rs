//! The page: whole, safe and alone.

use lianzhu::review::page;

use super::kit::{EFFORT, MISSED, game, reviewed};

/// The names of open elements must be closed in order; text has no brackets of its own.
fn is_well_formed(html: &str) {
    const EMPTY: [&str; 4] = ["meta", "input", "!doctype", "br"];
    let mut open: Vec<&str> = Vec::new();
    let mut rest = html;
    while let Some(start) = rest.find('<') {
        rest = &rest[start + 1..];
        let end = rest.find('>').expect("an end");
        let tag = &rest[..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(
                open.pop(),
                Some(name),
                "before {}",
                &rest[..rest.len().min(80)]
            );
        } else if !tag.ends_with('/') {
            let name = tag.split([' ', '\n']).next().unwrap_or_default();
            if EMPTY.contains(&name) {
                continue;
            }
            open.push(name);
            if name == "script" || name == "style" {
                let close = rest.find(&format!("</{name}>")).expect("an end");
                rest = &rest[close..];
            }
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn the_page_is_whole_and_alone() {
    let game = reviewed(MISSED);
    let html = page(&[("a<b>.sgf".to_owned(), &game)], EFFORT);
    is_well_formed(&html);
    for outside in ["src=", "url(", "@import", "<link", "fetch(", "https:"] {
        assert!(!html.contains(outside), "{outside}");
    }
    let without_names = html.replace("http://www.w3.org/2000/svg", "");
    assert!(!without_names.contains("http:"));
    assert!(html.contains("&lt;Ann&gt; &amp; &quot;Bob&quot;"));
    assert!(html.contains("a&lt;b&gt;.sgf") && !html.contains("<b>"));
    assert!(html.contains("caf\u{e9}"));
}

#[test]
fn every_move_can_be_gone_to() {
    let game = reviewed(MISSED);
    let html = page(&[("one".to_owned(), &game)], EFFORT);
    for number in 1..=11 {
        assert_eq!(html.matches(&format!("id=\"g1m{number}\"")).count(), 1);
        assert!(html.contains(&format!("href=\"#g1m{number}\" data-to=\"{number}\"")));
        assert!(html.contains(&format!("<g data-n=\"{number}\">")));
    }
    // What is worth looking at has a diagram of its own.
    let notable = game
        .all_judged()
        .filter(|judged| judged.is_notable())
        .count();
    assert!(notable >= 1);
    assert_eq!(html.matches("The position before move").count(), notable);
    let data = html.split("application/json\">").nth(1).expect("data");
    let data = data.split("</script>").next().expect("an end");
    let positions: Vec<serde_json::Value> = serde_json::from_str(data).expect("JSON");
    assert_eq!(positions.len(), game.positions());
    assert_eq!(positions[1]["point"], serde_json::json!([7, 7]));
    assert_eq!(positions[1]["black"], false);
}

#[test]
fn several_games_stand_in_one_page() {
    let (one, other) = (
        reviewed("(;SZ[9];B[ee];W[dd])"),
        game("(;SZ[3]NR[3];B[bb])"),
    );
    let html = page(
        &[("one".to_owned(), &one), ("other".to_owned(), &other)],
        EFFORT,
    );
    is_well_formed(&html);
    assert!(html.contains("<a href=\"#g2\">other</a>"));
    assert!(html.contains("not all searched yet"));
    assert_eq!(html.matches("<section").count(), 2);
}
