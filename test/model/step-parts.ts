import * as fc from 'fast-check'

/** Which one of a list: its place is the remainder by the length of the list. */
export const pick = fc.nat(999)
/** A part of an amount, in thousandths. */
export const part = fc.integer({ min: 1, max: 1_000 })
export const kind = <const K extends string>(value: K) => fc.constant(value)
