/** The use of the service of a client or contract. It determines the VAT and is never derived from the estrato. */
export const SEGMENTS = ['residential', 'business'] as const
export type Segment = (typeof SEGMENTS)[number]
export const SEGMENT_LABELS: Readonly<Record<Segment, string>> = {
  residential: 'Residencial',
  business: 'Empresarial',
}
