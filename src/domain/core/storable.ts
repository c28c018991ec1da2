/**
 * The part of a text that PostgreSQL can store: without null characters and without halves of a character that takes two, of which a cut
 * can leave one. For each text that is cut, and for each one from outside the API, whose checks refuse them.
 */
export const storable = (text: string, maxChars = Infinity): string =>
  text
    .slice(0, maxChars)
    .replace(/[\uD800-\uDBFF]$/, '')
    .toWellFormed()
    .replaceAll('\0', '')
