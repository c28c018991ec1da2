/** The parts of a document that its code covers, as the document has them. Amounts: two decimals and a dot. */
type CodedParts = {
  /** Prefix and number, without separator. */
  number: string
  /** 'YYYY-MM-DD'. */
  issued_date: string
  /** 'HH:MM:SS-05:00'. */
  issued_time: string
  /** Before taxes. */
  value: string
  vat: string
  /** Consumption tax (04) and municipal tax (03): '0.00' when left out. */
  consumption?: string
  municipal?: string
  /** With taxes. */
  total: string
  /** Without check digit. */
  issuer_nit: string
  buyer_id: string
  /** '1' production, '2' test. */
  environment: string
}

/** `technical_key`: DIAN's key of the numbering range, 40 hexadecimal digits. */
type CufeParts = CodedParts & { technical_key: string }
/** `pin`: the number of the software that signs the note. */
type CudeParts = CodedParts & { pin: string }

/** The text whose SHA-384 is the CUFE of an invoice (DIAN, technical annex 1.9, section 11.2). */
export const cufeText = ({ technical_key, ...parts }: CufeParts): string => codedText(parts, technical_key)

/** The text whose SHA-384 is the CUDE of a credit note (section 11.4). */
export const cudeText = ({ pin, ...parts }: CudeParts): string => codedText(parts, pin)

const codedText = (parts: CodedParts, key: string): string =>
  [
    parts.number,
    parts.issued_date,
    parts.issued_time,
    parts.value,
    '01',
    parts.vat,
    '04',
    parts.consumption ?? '0.00',
    '03',
    parts.municipal ?? '0.00',
    parts.total,
    parts.issuer_nit,
    parts.buyer_id,
    key,
    parts.environment,
  ].join('')
