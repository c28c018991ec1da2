const TOKEN_MAX = 200
/** AUT-05's list, and blanks: a header would break at them. */
const FORBIDDEN_IN_TOKEN = /[<>{}[\]\\|"'&%^`~\s]/

/** Whether a text may travel as a token. One that may not is neither sent nor looked up (AUT-05). */
export const isTokenText = (text: string): boolean =>
  text !== '' && text.length <= TOKEN_MAX && !FORBIDDEN_IN_TOKEN.test(text)
