import { expect, test } from "vitest";
import { visibleText, withoutHidden } from "#shared/contract/texts/visible-text.ts";

test.each([
  ["a Persian word with a non-joiner", "نمی\u200cخواهم"],
  ["a Hindi word with a joiner", "क्\u200dष"],
  ["a Bengali word that ends with a joiner", "সৎ উদ্\u200d"],
  ["a family", "👨\u200d👩\u200d👧"],
  ["a woman with a skin color who is a pilot", "👩🏽\u200d✈\ufe0f"],
  ["a red heart and a keycap", "❤\ufe0f 1\ufe0f\u20e3"],
  ["a rainbow flag", "🏳\ufe0f\u200d🌈"],
  ["the flag of Scotland", "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}"],
  ["an Arabic number sign and the end of a verse", "\u0600١٢ \u06dd١"],
  ["a Japanese name with a variant", "葛\u{e0100}城"],
  ["a Mongolian word with a variant", "ᠠ\u180b"],
  ["Khmer words", "សួស្តី\u200bអ្នក"],
  ["a soft hyphen within a word", "Donau\u00addampf"],
  ["tabs and line ends", "a\tb\r\nc"],
])("%s stays as it is", (_what, text) => {
  expect(withoutHidden(text)).toBe(text);
});

test.each([
  ["text in tags", `open\u{e0041}\u{e0042}`, "open"],
  ["text in tags after a flag", `🏴\u{e0041}\u{e0042}\u{e007f}`, "🏴"],
  ["directions", "\u202eabc\u202c \u2066d\u2069\u200f", "abc d"],
  ["zero-width spaces between letters", "ig\u200bnore\ufeff\u2060", "ignore"],
  ["joiners without letters next to them", "a \u200d\u200c b\u200c\u200d", "a  b"],
  ["several joiners in a row", "a\u200c\u200d\u200cb", "ab"],
  ["bytes in variation selectors", "😀\ufe0f\u{e0101}\u{e0152}\ufe0e", "😀\ufe0f"],
  ["variation selectors of letters", "a\ufe0fb\u{e0100}", "ab"],
  ["controls", "a\u0007b\u001b[31m", "ab[31m"],
  ["blank letters", "a\u3164\uffa0b", "ab"],
])("%s is removed", (_what, text, expected) => {
  expect(withoutHidden(text)).toBe(expected);
});

test("text for models has uniform line ends and is composed", () => {
  expect(visibleText(" cafe\u0301\r\nx\u2028y\tz ")).toBe("café\nx\ny z");
});

test("text that was read and is written back is the same", () => {
  const text = "نمی\u200cخواهم 👨\u200d👩\u200d👧 ❤\ufe0f";
  expect(withoutHidden(withoutHidden(text))).toBe(text);
});
