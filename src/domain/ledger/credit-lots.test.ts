import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { day } from '#domain/core/days.ts'
import { type Money, money, sum } from '#domain/core/money.ts'
import { creditParts } from './credit.ts'
import { type CreditChange, type CreditLot, creditLots, freeCredit } from './credit-lots.ts'
import type { EntryPart } from './entry.ts'
import { reversalPlan } from './reversal.ts'

const ON = day('2026-11-20')
const created = (key: string, amount: number, isKept = false): CreditChange => ({
  kind: 'created',
  key,
  isKept,
  amount: money(amount),
})
const used = (key: string, amount: number): CreditChange => ({ kind: 'used', key, amount: money(amount), on: ON })
const undone = (key: string, amount: number): CreditChange => ({ kind: 'undone', key, amount: money(amount) })
const withdrawn = (key: string, amount: number): CreditChange => ({ kind: 'withdrawn', key, amount: money(amount) })

const shownOf = (lots: readonly CreditLot[]) =>
  lots.map(({ key, remaining, uses }) => [key, remaining, uses.map((use) => `${use.key} ${use.amount}`)])

test('R7.12 cada uso toma primero el saldo más viejo, y los anticipos que una persona dejó al final', () => {
  const lots = creditLots([
    created('kept', 70, true),
    created('r1', 50),
    created('r2', 30),
    used('a', 60),
    used('b', 40),
  ])
  expect(shownOf(lots)).toEqual([
    ['kept', 50, ['b 20']],
    ['r1', 0, ['a 50']],
    ['r2', 0, ['a 10', 'b 20']],
  ])
  expect(freeCredit(lots)).toBe(0)
})

test('TRX-04 el saldo de un recibo reversado sale de su origen, y sus facturas pasan a los demás', () => {
  const lots = creditLots([created('r1', 50), created('r2', 50), used('a', 50), withdrawn('r1', 50)])
  expect(shownOf(lots)).toEqual([
    ['r1', 0, []],
    ['r2', 0, ['a 50']],
  ])
  expect(shownOf(creditLots([created('r1', 50), used('a', 50), undone('a', 20)]))).toEqual([['r1', 20, ['a 30']]])
})

/** A history of credit that never goes below zero: steps that would are left out. */
const histories = fc
  .array(
    fc.record({
      kind: fc.constantFrom('created', 'used', 'undone', 'withdrawn' as const),
      who: fc.nat(3),
      amount: fc.integer({ min: 1, max: 500 }),
      isKept: fc.boolean(),
    }),
    { maxLength: 40 },
  )
  .map((steps) => {
    const changes: CreditChange[] = []
    let credit = 0
    const usedBy = new Map<string, number>()
    const given = new Map<string, number>()
    for (const [index, { kind, who, amount, isKept }] of steps.entries()) {
      if (kind === 'created') {
        changes.push(created(`r${index}`, amount, isKept))
        given.set(`r${index}`, amount)
        credit += amount
      } else if (kind === 'used' && credit >= amount) {
        changes.push(used(`i${who}`, amount))
        usedBy.set(`i${who}`, (usedBy.get(`i${who}`) ?? 0) + amount)
        credit -= amount
      } else if (kind === 'undone' && (usedBy.get(`i${who}`) ?? 0) >= amount) {
        changes.push(undone(`i${who}`, amount))
        usedBy.set(`i${who}`, (usedBy.get(`i${who}`) ?? 0) - amount)
        credit += amount
      } else if (kind === 'withdrawn') {
        const [key, whole] = [...given].find(([, left]) => left <= credit) ?? ['', 0]
        if (whole === 0) continue
        changes.push(withdrawn(key, whole))
        given.delete(key)
        credit -= whole
      }
    }
    return { changes, credit, usedBy }
  })

test('R7.12 los saldos por origen suman siempre el saldo a favor, y los usos, lo que usó cada factura', () => {
  fc.assert(
    fc.property(histories, ({ changes, credit, usedBy }) => {
      const lots = creditLots(changes)
      expect(sum(lots.map(({ remaining }) => remaining))).toBe(credit)
      expect(lots.every(({ remaining, uses }) => remaining >= 0 && uses.every(({ amount }) => amount > 0))).toBe(true)
      for (const [key, amount] of usedBy) {
        const parts = lots.flatMap(({ uses }) => uses.filter((use) => use.key === key).map((use) => use.amount))
        expect(sum(parts)).toBe(amount)
      }
    }),
  )
})

const amounts = fc.integer({ min: 0, max: 1_000 }).map(money)

test('R7.12 R2.15 el saldo a favor paga en orden, sin lo reclamado, y no deja junto saldo y factura por pagar', () => {
  const invoices = fc.array(fc.record({ balance: amounts, disputed_amount: amounts }), { maxLength: 8 })
  fc.assert(
    fc.property(amounts, invoices, (credit, drawn) => {
      const open = drawn.map((invoice, index) => ({ id: `i${index}`, ...invoice }))
      const parts = creditParts(credit, open)
      const given = sum(parts.map(({ amount }) => amount))
      const payable = sum(open.map((one) => money(Math.max(0, one.balance - one.disputed_amount))))
      expect(given).toBe(Math.min(credit, payable))
      expect(parts.every(({ amount }) => amount > 0)).toBe(true)
    }),
  )
})

const part = (invoice_id: string | null, amount: Money): EntryPart => ({
  debit: 'cash',
  credit: invoice_id === null ? 'credit' : 'receivable',
  amount,
  invoice_id,
})

test('TRX-04 un reverso abre cada factura hasta su total menos sus notas, y toma el resto del saldo a favor', () => {
  const drawn = fc.record({ total: amounts, notedBps: fc.nat(1_000), paidBps: fc.nat(1_000) })
  const uses = fc.array(fc.record({ balance: amounts, room: amounts, used: amounts }), { maxLength: 5 })
  fc.assert(
    fc.property(
      fc.array(drawn, { minLength: 1, maxLength: 4 }),
      amounts,
      amounts,
      uses,
      (rows, rest, free, drawnUses) => {
        const invoices = rows.map(({ total, notedBps, paidBps }, index) => {
          const credited = money(Math.floor((total * notedBps) / 1_000))
          const paid = money(Math.floor((total * paidBps) / 1_000))
          return { id: `i${index}`, total, credited, paid, balance: money(Math.max(0, total - credited - paid)) }
        })
        const entries = [
          ...invoices.filter(({ paid }) => paid > 0).map(({ id, paid }) => part(id, paid)),
          ...(rest > 0 ? [part(null, rest)] : []),
        ]
        const others = drawnUses.map(({ balance, room, used: taken }, index) => ({
          id: `u${index}`,
          total: money(balance + room),
          credited: money(0),
          balance,
          used: taken,
        }))
        const plan = reversalPlan(entries, invoices, { free, kept: money(0), uses: others })
        for (const { id, paid, balance, total, credited } of invoices) {
          const covered = plan.covered.find((one) => one.id === id)?.amount ?? 0
          expect(balance + paid - covered).toBeLessThanOrEqual(Math.max(total - credited, balance))
          expect(balance + paid - covered).toBe(Math.min(balance + paid, total - credited))
        }
        for (const { id, amount } of plan.undone) {
          const other = others.find((one) => one.id === id)
          expect(amount).toBeLessThanOrEqual(Math.min(other?.used ?? 0, (other?.total ?? 0) - (other?.balance ?? 0)))
        }
        const needed = rest + sum(plan.covered.map(({ amount }) => amount))
        const found = free + sum(plan.undone.map(({ amount }) => amount)) + plan.missing
        expect(plan.undone.length > 0 || plan.missing > 0 ? found === needed : free >= needed).toBe(true)
      },
    ),
  )
})
