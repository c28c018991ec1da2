/** What a QR code of a Colombian bank says (EMVCo layout): whom it pays. */
export type BankQr = { name: string; key: string | null; reference: string | null }

const CRC_TAG = '6304'

/** Reads the text of a QR code that a bank issued; a sentence for the user when it is not one that this bill may carry. */
export function readBankQr(text: string): BankQr | string {
  const at = text.length - 4
  if (at < CRC_TAG.length || text.slice(at - CRC_TAG.length, at) !== CRC_TAG || !text.startsWith('000201'))
    return 'No es el contenido de un QR de pagos: pégalo completo, desde 000201 hasta el final'
  if (crcOf(new TextEncoder().encode(text.slice(0, at))) !== text.slice(at))
    return 'El QR está dañado: su código de control no coincide. Cópialo otra vez'
  const fields = fieldsOf(text)
  if (fields === null) return 'El QR está dañado: uno de sus campos no tiene el tamaño que dice'
  if (fields.get('58') !== 'CO' || fields.get('53') !== '170') return 'El QR no es de Colombia o no es en pesos'
  if (fields.has('54')) return 'El QR trae un valor fijo: pide al banco el que deja escribir el valor'
  const key = fieldsOf(fields.get('26') ?? '')
  const more = fieldsOf(fields.get('62') ?? '')
  const keyValue = key && [...key].find(([tag]) => tag !== '00')?.[1]
  return { name: fields.get('59') ?? '', key: keyValue ?? null, reference: more?.get('05') ?? null }
}

/** The fields of a text of tags, lengths in bytes, and values; null when a length is wrong. */
function fieldsOf(text: string): Map<string, string> | null {
  const bytes = new TextEncoder().encode(text)
  const decoder = new TextDecoder()
  const fields = new Map<string, string>()
  let at = 0
  while (at < bytes.length) {
    const head = decoder.decode(bytes.subarray(at, at + 4))
    const length = Number(head.slice(2))
    if (!/^\d{4}$/.test(head) || at + 4 + length > bytes.length) return null
    fields.set(head.slice(0, 2), decoder.decode(bytes.subarray(at + 4, at + 4 + length)))
    at += 4 + length
  }
  return fields
}

/** CRC-16/CCITT-FALSE over the bytes of UTF-8, four hexadecimal digits. */
export function crcOf(bytes: Uint8Array): string {
  let crc = 0xffff
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}
