//! Where the commands find the files that they are given names of.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};

/// The files that commands read and write.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Files {
    /// Those of the system.
    #[default]
    System,
    /// Those in memory, by their names.
    Memory(BTreeMap<String, Vec<u8>>),
}

impl Files {
    /// Opens a file.
    pub(super) fn open(&self, name: &str) -> io::Result<Box<dyn Read + '_>> {
        match self {
            Files::System => Ok(Box::new(File::open(name)?)),
            Files::Memory(files) => {
                let bytes = files.get(name).ok_or(ErrorKind::NotFound)?;
                Ok(Box::new(bytes.as_slice()))
            }
        }
    }

    /// Writes a whole file, over what is in it.
    pub(super) fn write(&mut self, name: &str, text: String) -> io::Result<()> {
        match self {
            Files::System => fs::write(name, text),
            Files::Memory(files) => {
                files.insert(name.to_owned(), text.into_bytes());
                Ok(())
            }
        }
    }
}
