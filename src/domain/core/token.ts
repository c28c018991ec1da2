const TOKEN_MAX = 200
/** The list of AUT-05, and blanks, which an HTTP header cannot contain. */
const FORBIDDEN_IN_TOKEN = /[<>{}[\]\\|"'&%^`~\s]/

/** Whether a text has the format of a token. A text without it is neither sent nor looked up (AUT-05). */
export const isTokenText = (text: string): boolean =>
  text !== '' && text.length <= TOKEN_MAX && !FORBIDDEN_IN_TOKEN.test(text)
