// What the reader has chosen, kept from visit to visit.

const KEY = "lianzhu";

const USUAL = {
  you: "b",
  level: 4,
  seconds: 2,
  analysis: false,
  line: true,
  threats: false,
  numbers: false,
  language: "",
  theme: "",
  zoom: 1,
  link: "",
};

/** The settings, those of the last visit where they are known. @returns {typeof USUAL} */
export function loadSettings() {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(KEY)) };
  } catch {
    return { ...USUAL };
  }
}

/** @param {typeof USUAL} settings */
export function saveSettings(settings) {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Where nothing may be kept, it counts for this visit.
  }
}
