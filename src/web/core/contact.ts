/** The support address of this installation, which the server writes into the page (ERR-04). */
export const contactEmail = (): string => document.querySelector<HTMLMetaElement>('meta[name="contact"]')?.content ?? ''
