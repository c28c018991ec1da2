import type { Day } from '#domain/core/days.ts'
import type { Environment } from '#domain/core/environment.ts'
import type { Period } from '#domain/core/period.ts'
import type { AcceptanceCode } from '#domain/einvoices/acceptance.ts'
import type { DocumentKind, FrozenDocument } from '#domain/einvoices/document.ts'
import type { ProviderReason } from '#domain/einvoices/rejection.ts'
import type { Tx } from '#server/core/tx.ts'

/** A document that DIAN validated. `cufe`: the CUDE of a note. */
export type ValidatedDocument = {
  number: string
  cufe: string
  qr_url: string | null
  /** When the provider says that DIAN validated it. Null when it does not say. */
  validated_at: Date | null
  /** The day of issue of a document that was not issued on the day of its validation. */
  issued_on?: Day
}

/** A call that did nothing, and why. `limited`: it can be sent after the seconds. `unanswered`: the provider does not answer. */
export type Unsent =
  | { kind: 'limited'; seconds: number }
  | { kind: 'unanswered'; seconds: number }
  | { kind: 'credentials' }
  | { kind: 'account'; message: string }
  /** What is missing of the company, as a sentence for it. */
  | { kind: 'incomplete'; message: string }
  /** The provider refuses the call and not the document, as a sentence for the company. */
  | { kind: 'unusable'; message: string }

/** A stored XML: its name is the SHA-256 of its bytes. `storing`: its announcement, for the transaction of its row. */
export type StoredXml = { name: string; storing: string }

/**
 * The outcome of sending a document. `rejected`: `mayBeThere` when the provider holds it until it is discarded. `pending`: DIAN did not
 * decide yet; the same document is sent again. `blocked`: another document of the account waits for DIAN. `unknown`: the answer was
 * lost; it must be found by its reference before it is sent again. `handed`: the document is a stored file with its number and code,
 * which a person signs and sends. `wrong`: the answer is not about the document that was sent, with the difference as a sentence.
 * `other_company`: the account issues for another company, with its NIT as a sentence.
 */
export type SendOutcome =
  | { kind: 'validated'; document: ValidatedDocument; reasons: ProviderReason[] }
  | { kind: 'rejected'; reasons: ProviderReason[]; mayBeThere: boolean }
  | { kind: 'pending'; reasons: ProviderReason[] }
  | { kind: 'blocked'; message: string }
  | { kind: 'unknown' }
  | { kind: 'wrong' | 'other_company'; message: string }
  | { kind: 'handed'; number: string; code: string; issued_on: Day; generated_at: Date; file: StoredXml }
  | Unsent

/** What the provider holds under a reference. */
export type FoundDocument =
  | { kind: 'absent' }
  | { kind: 'validated'; document: ValidatedDocument }
  | { kind: 'stored'; reasons: ProviderReason[]; isRejected: boolean }
  | { kind: 'wrong' | 'other_company'; message: string }
  | { kind: 'unknown' }
  | Unsent

/** An event of the buyer. `occurred_on` is null when the provider has no day. */
export type BuyerEvent = { code: AcceptanceCode; occurred_on: Day | null }

export type ListedDocument = { reference: string; number: string | null; isValidated: boolean }
export type Read<T> = { kind: 'ok'; data: T } | { kind: 'unknown' } | Unsent

/** What issues the documents of a company: a technological provider, or a file. No call throws. One more issuer is one more folder. */
export type Issuer = {
  readonly environment: Environment
  /** Whether the company still issues with it: a person may have turned it off since it was opened. */
  isOn(tx: Tx): Promise<boolean>
  send(document: FrozenDocument): Promise<SendOutcome>
  /** The account at a provider that holds the documents. Null for an issuer that holds nothing. */
  readonly account: IssuerAccount | null
}

/** What a provider answers about the documents that it holds. */
export type IssuerAccount = {
  /** Milliseconds after which the calls of a try that was stopped have ended, whatever each of them took. */
  readonly inFlightMs: number
  /** What is under the reference of a document. A validated one is compared with the document. */
  find(document: FrozenDocument): Promise<FoundDocument>
  /** Removes a document that DIAN did not validate. */
  discard(kind: DocumentKind, reference: string): Promise<Read<null>>
  /** The documents that DIAN did not decide, which block the others. */
  listPending(kind: DocumentKind): Promise<Read<ListedDocument[]>>
  /** A page, from 1, of the documents of a month; an empty one is after the last. */
  listMonth(kind: DocumentKind, period: Period, page: number): Promise<Read<ListedDocument[]>>
  /** Reads the numbering ranges; the result writes them. */
  ranges(): Promise<Read<(tx: Tx, today: Day) => Promise<unknown>>>
  /** What the buyer of an invoice said about it (RADIAN). An event that Enlace does not know is left out. */
  events(number: string): Promise<Read<BuyerEvent[]>>
  /** The XML that the buyer must receive: the document with DIAN's validation. */
  xml(kind: DocumentKind, number: string): Promise<Read<Buffer>>
}
