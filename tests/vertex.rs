//! Points as text: GTP vertices and Gomocup offsets.

use lianzhu::game::{MAX_SIDE, Point, Rules, Variant};
use lianzhu::notation::{Column, Offset, ParseVertexError, Vertex};
use proptest::prelude::*;

fn at(column: u16, row: u16) -> Result<Vertex, ParseVertexError> {
    Ok(Vertex::At { column, row })
}

#[test]
fn vertices_are_read_in_any_case() {
    for (text, expected) in [
        ("A1", at(0, 0)),
        ("h8", at(7, 7)),
        ("J10", at(8, 9)),
        ("z25", at(24, 24)),
        ("aA1", at(25, 0)),
        ("AZ52", at(49, 51)),
        ("Bb52", at(51, 51)),
        ("zz1", at(649, 0)),
        ("a65535", at(0, 65534)),
        ("h08", at(7, 7)),
        ("PASS", Ok(Vertex::Pass)),
        ("Pass", Ok(Vertex::Pass)),
    ] {
        assert_eq!(text.parse(), expected, "{text}");
    }
}

#[test]
fn what_is_no_vertex_is_refused() {
    use ParseVertexError::{Column, Row};
    for (text, expected) in [
        ("", Column),
        ("8", Column),
        ("i5", Column),
        ("AI3", Column),
        ("ia3", Column),
        ("aaa1", Column),
        ("é5", Column),
        (" h8", Column),
        ("-h8", Column),
        ("resign", Column),
        ("h", Row),
        ("h0", Row),
        ("h00", Row),
        ("h٣", Row),
        ("h8h8", Row),
        ("h-8", Row),
        ("h+8", Row),
        ("h 8", Row),
        ("h8 ", Row),
        ("h8\0", Row),
        ("h8.", Row),
        ("a65536", Row),
        ("a4294967297", Row),
        ("a18446744073709551617", Row),
        ("a99999999999999999999999999999999999999999", Row),
    ] {
        assert_eq!(text.parse::<Vertex>(), Err(expected), "{text:?}");
    }
}

#[test]
fn no_two_columns_share_a_name_and_none_has_an_i() {
    let names: Vec<String> = (0..u16::from(MAX_SIDE))
        .map(|x| Column(x).to_string())
        .collect();
    assert_eq!(
        names.join(" "),
        "A B C D E F G H J K L M N O P Q R S T U V W X Y Z \
         AA AB AC AD AE AF AG AH AJ AK AL AM AN AO AP AQ AR AS AT AU AV AW AX AY AZ BA BB"
    );
}

#[test]
fn off_the_board_is_another_error_than_unreadable() {
    let rules = Rules::new(20, 12, 6, Variant::Freestyle).unwrap();
    let read = |text: &str| text.parse::<Vertex>().unwrap().on_board(&rules);
    assert_eq!(read("U12"), Ok(Some(Point::new(19, 11))));
    assert_eq!(read("pass"), Ok(None));
    for text in ["V12", "U13", "zz1", "a65535", "BB52"] {
        let error = read(text).unwrap_err();
        assert_eq!(error.to_string(), "the point is off the 20x12 board");
    }
}

#[test]
fn a_width_pads_a_vertex() {
    let vertex = Vertex::from(Point::new(7, 7));
    assert_eq!(format!("[{vertex:>5}]"), "[   H8]");
    assert_eq!(format!("[{:<5}]", Vertex::Pass), "[pass ]");
}

#[test]
fn offsets_count_rows_from_the_top() {
    let rules = Rules::new(20, 12, 6, Variant::Freestyle).unwrap();
    let read = |text: &str| text.parse::<Offset>().ok().map(|o| o.on_board(&rules).ok());
    assert_eq!(read("0,0"), Some(Some(Point::new(0, 11))));
    assert_eq!(read("19,11"), Some(Some(Point::new(19, 0))));
    assert_eq!(read(" 3 ,\t4\r"), Some(Some(Point::new(3, 7))));
    for off in ["20,0", "0,12", "65535,65535", "0,300"] {
        assert_eq!(read(off), Some(None), "{off}");
    }
    for bad in [
        "", ",", "1", "1,", ",1", "-1,2", "+1,2", "1;2", "1,2,3", "1.0,2", "a,b", "1 1,2",
        "65536,0", "٣,1",
    ] {
        assert_eq!(read(bad), None, "{bad}");
    }
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(x in 0..MAX_SIDE, y in 0..MAX_SIDE, wide in 0..3u32) {
        let point = Point::new(x, y);
        let vertex = Vertex::from(point);
        prop_assert_eq!(vertex.to_string().parse(), Ok(vertex));
        prop_assert_eq!(vertex.to_string().to_lowercase().parse(), Ok(vertex));
        let rules = Rules::new(52, 50 + wide, 5, Variant::Exact).unwrap();
        prop_assert_eq!(vertex.on_board(&rules).is_ok(), rules.contains(point));
        if rules.contains(point) {
            let text = Offset::of(point, &rules).to_string();
            prop_assert_eq!(text.parse::<Offset>().unwrap().on_board(&rules), Ok(point));
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in ".{0,12}") {
        if let Ok(vertex) = text.parse::<Vertex>() {
            prop_assert_eq!(vertex.to_string().parse(), Ok(vertex));
        }
        if let Ok(offset) = text.parse::<Offset>() {
            prop_assert_eq!(offset.to_string().parse(), Ok(offset));
        }
    }
}
