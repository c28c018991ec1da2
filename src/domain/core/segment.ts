/** What the service of a client or contract is used for. It decides the VAT and is never guessed from the estrato. */
export const SEGMENTS = ['residential', 'business'] as const
export type Segment = (typeof SEGMENTS)[number]
export const SEGMENT_LABELS: Readonly<Record<Segment, string>> = {
  residential: 'Residencial',
  business: 'Empresarial',
}
