import type { Day } from '#domain/core/days.ts'
import type { Money } from '#domain/core/money.ts'

/** The formats of a file with money that came in by a bank. The check of the table `bank_files` has the same values. */
export const BANK_FORMATS = ['asobancaria_2001', 'asobancaria_98', 'statement'] as const
export type BankFormat = (typeof BANK_FORMATS)[number]
export const BANK_FORMAT_LABELS: Readonly<Record<BankFormat, string>> = {
  asobancaria_2001: 'Asobancaria 2001',
  asobancaria_98: 'Asobancaria 98',
  statement: 'Extracto',
}

/** The movements of one file. */
export const MOVEMENTS_MAX = 20_000

/** A movement of a file, as the bank wrote it. */
export type Movement = {
  /** The line of the file, from 1. */
  line: number
  on_day: Day
  /** Negative for money that left the account. */
  amount: Money
  /** What the payer or the bank gave to find the debt, without zeros before it; '' without one. */
  reference: string
  description: string
  method: 'consignacion' | 'transferencia'
  /** What is equal in every file that has this movement, and different in every other movement. */
  key: string
  /** Why it is not money that came in; null when it is. */
  problem: 'outgoing' | 'returned' | 'not_approved' | null
}

/** A file without its pairing. */
export type BankFileContent = {
  format: BankFormat
  /** The company of the file, digits with the check digit; null when the file does not name it. */
  nit: string | null
  /** The bank and the day of the file, for a person: '007, 15/12/2026'; null for a statement. */
  source: string | null
  /** What two files of one bank, account and day never have in common; null for a statement. */
  header_key: string | null
  /** How the control records count: only the details, or also their headers. Null without control records. */
  counts: 'details' | 'records' | null
  /** The titles of a statement, as `headingsOf` returns them; [] without titles. */
  headings: string[]
  movements: Movement[]
}

/** What is wrong in a file, for a person, with the line. The file is refused whole. */
export type FileProblem = { line: number; message: string }

export type ReadFile = { file: BankFileContent } | { problems: FileProblem[] }

/** The problems that are reported of one file; the first of them is usually the cause of the others. */
export const PROBLEMS_MAX = 20

/** 'Línea 3, posiciones 51 a 64: el valor debe tener solo números'. */
export const problemText = ({ line, message }: FileProblem): string => `Línea ${line}${message}`
