import type { VoucherKind } from './voucher.ts'

/** A voucher without its number. `number`: of its document; another document of its kind may have it with another prefix. */
export type Unnumbered = { kind: VoucherKind; key: string; number: number }

export type VoucherNumber = { kind: VoucherKind; key: string; number: number }

/** The numbers of a kind that are given: the last one, and those that the new vouchers want. */
export type TakenNumbers = ReadonlyMap<VoucherKind, { last: number; taken: ReadonlySet<number> }>

/** A voucher of these has no document with a number of its own. */
const WITHOUT_NUMBER: ReadonlySet<VoucherKind> = new Set(['use', 'adjustment'])

/**
 * The number of each voucher in its kind, which never repeats: the one of its document, or the next one of the kind where its document
 * has none or another voucher has it.
 */
export function voucherNumbers(vouchers: readonly Unnumbered[], given: TakenNumbers): VoucherNumber[] {
  return [...Map.groupBy(vouchers, ({ kind }) => kind)].flatMap(([kind, group]) => {
    const before = given.get(kind)
    const taken = new Set(before?.taken)
    const own = new Map<string, number>()
    for (const { key, number } of WITHOUT_NUMBER.has(kind) ? [] : group) {
      if (number < 1 || taken.has(number)) continue
      taken.add(number)
      own.set(key, number)
    }
    let last = [...own.values()].reduce((most, number) => Math.max(most, number), before?.last ?? 0)
    return group.map(({ key }) => {
      const number = own.get(key)
      if (number !== undefined) return { kind, key, number }
      last += 1
      return { kind, key, number: last }
    })
  })
}
