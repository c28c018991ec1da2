import { hash } from 'node:crypto'

/** The CUFE or CUDE of the text of a document (domain/einvoices/cufe.ts): SHA-384, 96 lower-case hexadecimal digits. */
export const documentCode = (text: string): string => hash('sha384', text)
