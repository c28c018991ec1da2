import { readCsv } from './csv.ts'
import { readXlsx } from './xlsx.ts'

/** A file as it came in a request. */
export type Upload = { name: string; bytes: Buffer }

/** What a download answers. */
export type Download = { file: { name: string; type: string; bytes: Buffer } }

/** The rows of a CSV or of a workbook, whichever its bytes say it is: people rename files. Blank rows are kept in their place. */
export const readTable = ({ bytes }: Upload): Promise<string[][]> | string[][] =>
  bytes.subarray(0, 2).toString('latin1') === 'PK' ? readXlsx(bytes) : readCsv(bytes)
