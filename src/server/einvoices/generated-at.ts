/**
 * When the document of an XML was generated, from its day and its time, which the DIAN wants with the offset of Colombia. The XML may be the
 * container that the buyer receives, with the document inside. Null without them.
 */
export function generatedAt(xml: string): Date | null {
  const document = xml.search(/<(?:\w+:)?(?:Invoice|CreditNote)[\s>]/)
  if (document === -1) return null
  const read = (name: string): string =>
    new RegExp(`<cbc:${name}>([^<]{1,40})</cbc:${name}>`).exec(xml.slice(document))?.[1] ?? ''
  const instant = new Date(`${read('IssueDate')}T${read('IssueTime')}`)
  return Number.isNaN(instant.getTime()) ? null : instant
}
