/** A text without its special meaning in a LIKE pattern: '%', '_' and the backslash are escaped. */
export const escapeLike = (text: string): string => text.replaceAll(/[%_\\]/g, String.raw`\$&`)

/** The LIKE pattern of a text that contains another one at any place. */
export const containsPattern = (text: string): string => `%${escapeLike(text)}%`
