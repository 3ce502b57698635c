//! What README.md shows is what happens.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_lianzhu");

fn readme() -> String {
    fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).expect("a README")
}

/// The fenced blocks in this language.
fn blocks(language: &str) -> Vec<String> {
    let fence = format!("```{language}\n");
    readme()
        .split(&fence)
        .skip(1)
        .filter_map(|rest| Some(rest.split("```").next()?.to_owned()))
        .collect()
}

/// What a reader has who built and installed the program as README says: a folder with
/// `target/release/lianzhu` in it, and `lianzhu` where the shell finds it.
struct Reader {
    home: std::path::PathBuf,
    folder: std::path::PathBuf,
}

impl Reader {
    fn new(name: &str) -> Reader {
        let home = env::temp_dir().join(format!("lianzhu-{name}-{}", std::process::id()));
        let folder = home.join("lianzhu");
        for place in [folder.join("target/release"), home.join(".cargo/bin")] {
            fs::create_dir_all(&place).expect("a folder");
            #[cfg(unix)]
            std::os::unix::fs::symlink(PROGRAM, place.join("lianzhu")).expect("a link");
        }
        Reader { home, folder }
    }

    /// What `program` prints that is given a script; it may have nothing to complain of.
    fn run(&self, program: &str, script: &str) -> String {
        let mut path = self.home.join(".cargo/bin").into_os_string();
        path.push(":");
        path.push(env::var_os("PATH").unwrap_or_default());
        let mut child = Command::new(program)
            .current_dir(&self.folder)
            .env("PATH", path)
            .env("HOME", &self.home)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{program} is needed for this test: {error}"));
        let mut stdin = child.stdin.take().expect("an input");
        stdin.write_all(script.as_bytes()).expect("a reader");
        drop(stdin);
        let output = child.wait_with_output().expect("a process");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{script}{error}");
        assert_eq!(error, "", "{script}");
        String::from_utf8(output.stdout).expect("text")
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.home);
    }
}

fn tidy(text: &str) -> Vec<&str> {
    text.lines().map(str::trim_end).collect()
}

#[test]
fn the_session_is_real() {
    let sessions = blocks("text");
    assert!(!sessions.is_empty());
    for session in sessions {
        let (command, rest) = session.split_once('\n').expect("a command line");
        let options = command.strip_prefix("$ lianzhu").expect("a command line");
        let mut input = String::new();
        let mut expected = Vec::new();
        for line in rest.lines() {
            match line.strip_prefix("> ") {
                Some(typed) => {
                    input.push_str(typed);
                    input.push('\n');
                }
                None => expected.push(line),
            }
        }
        let mut child = Command::new(PROGRAM)
            .args(options.split_whitespace())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut stdin = child.stdin.take().expect("an input");
        stdin.write_all(input.as_bytes()).expect("a reader");
        drop(stdin);
        let output = child.wait_with_output().expect("a process");
        let text = String::from_utf8(output.stdout).expect("text");
        let mut said = tidy(&text);
        // The empty line behind the last answer is not shown.
        assert_eq!(said.pop(), Some(""));
        assert_eq!(said, expected);
    }
}

#[test]
#[cfg_attr(not(unix), ignore = "takes a shell")]
fn the_scripts_work() {
    let reader = Reader::new("scripts");
    for (language, program) in [("bash", "bash"), ("python", "python3")] {
        let scripts = blocks(language);
        assert_eq!(scripts.len(), 1, "{language}");
        for script in scripts {
            assert!(script.lines().count() <= 12, "{language}");
            let said = reader.run(program, &script);
            // The diagram stands as it was drawn.
            let diagram = ["    A  B  C  D", "15  .  .  .  .", " 9  .  .  .  ."];
            for line in diagram {
                let stands = said.lines().any(|said| said.starts_with(line));
                assert!(stands, "{language}: {said}");
            }
            assert!(!said.contains('?'), "{language}: {said}");
        }
    }
}

/// All commands for a shell, one after the other as a reader runs them, with what shows that they
/// did what is said of them.
#[test]
#[cfg_attr(not(unix), ignore = "takes a shell")]
fn the_commands_work() {
    let reader = Reader::new("commands");
    let readme = readme();
    let (_, installed) = readme
        .split_once("    cargo install --path .\n")
        .expect("a word on installing");
    let mut left: Vec<(&str, &[&str], &[&str])> = vec![
        ("cp ", &[], &["pbrain-lianzhu"]),
        (
            "lianzhu analyse",
            &["Black: ", "page: "],
            &["game.sgf", "game.review.sgf", "game.html"],
        ),
        (
            "--quiet fewest",
            &["no win\n", "\nquiet: the fewest: no quiet move"],
            &[],
        ),
        (
            "lianzhu solve",
            &[
                "win\nmove: ",
                "\nwritten: win.proof, ",
                "\nproven: Black wins, whatever White plays\n",
                "\ndraw\n",
            ],
            &["win.proof"],
        ),
        ("showboard", &["= ", "15  .  .  ."], &[]),
        ("lianzhu match", &["20 games"], &["first.jsonl"]),
        ("lianzhu openings", &[], &["openings.txt"]),
        ("lianzhu book", &[], &["exact.txt"]),
    ];
    for script in blocks("sh") {
        assert!(
            installed.contains(&script),
            "it needs what is installed: {script}"
        );
        let said = reader.run("sh", &script);
        let place = left
            .iter()
            .position(|(command, ..)| script.contains(command));
        let (_, words, files) = left.remove(place.unwrap_or_else(|| panic!("{script}")));
        for word in words {
            assert!(said.contains(word), "{script}{said}");
        }
        for file in files {
            assert!(reader.folder.join(file).is_file(), "{script}{file}");
        }
        if script.contains("lianzhu match") {
            let header = "    engine   games";
            let shown = readme.lines().skip_while(|line| !line.starts_with(header));
            for line in shown.take(3) {
                let stands = said.lines().any(|said| said.starts_with(line.trim()));
                assert!(stands, "{line}\n{said}");
            }
        }
    }
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn the_file_of_engines_can_be_read() {
    let path = env::temp_dir().join(format!("lianzhu-engines-{}.toml", std::process::id()));
    for engines in blocks("toml") {
        fs::write(&path, engines).expect("a file");
        let engines = lianzhu::referee::engines_from_file(&path).expect("engines");
        assert_eq!(engines.len(), 2);
    }
    fs::remove_file(&path).expect("the file");
}

#[test]
fn every_option_of_a_command_is_described() {
    let readme = readme();
    for (command, heading) in [
        ("match", "Pit two engines"),
        ("analyse", "Review a game"),
        ("solve", "Proving"),
    ] {
        let help = Command::new(PROGRAM).args([command, "--help"]).output();
        let help = String::from_utf8(help.expect("help").stdout).expect("text");
        let section = readme
            .split("\n## ")
            .find(|section| section.starts_with(heading))
            .expect("a section on the command");
        let described = options(section);
        let common = ["--help", "--log-level"];
        for option in options(&help) {
            let known = described.contains(&option) || common.contains(&option.as_str());
            assert!(known, "{command} {option}");
        }
    }
}

fn options(text: &str) -> BTreeSet<String> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'))
        .filter(|word| word.starts_with("--") && !word.starts_with("---"))
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_option_is_described_and_no_other() {
    let help = Command::new(PROGRAM).arg("--help").output().expect("help");
    let help = String::from_utf8(help.stdout).expect("text");
    let readme = readme();
    let section = readme
        .split("\n## ")
        .find(|section| section.starts_with("Options\n"))
        .expect("a section on options");
    assert_eq!(options(section), options(&help));
}
