import type { Movement } from '#domain/banks/movement.ts'
import {
  CANDIDATES_MAX,
  type Match,
  NAME_WORDS_MIN,
  type Pairing,
  pair,
  type ReferenceKind,
  tokensOf,
  wordsOf,
} from '#domain/banks/pairing.ts'
import { type RegisteredPayment, repetitionsOf } from '#domain/banks/repetition.ts'
import type { Day } from '#domain/core/days.ts'
import type { Tx } from '#server/core/tx.ts'
import { getClosedThrough } from '#server/ledger/open-day.ts'
import { type DebtByAmount, listDebtsByAmount, listDebtsOf, listMatches } from './match-queries.ts'

type PairingOptions = {
  kind: ReferenceKind
  today: Day
  /** The payments of the account on the days of the movements, and those that are movements of this file already. */
  registered: readonly RegisteredPayment[]
  taken: Set<string>
}

/** Finds whose each movement is, in their order: a fixed number of statements for all of them. */
export async function pairMovements(
  tx: Tx,
  movements: readonly Movement[],
  { kind, today, registered, taken }: PairingOptions,
): Promise<Pairing[]> {
  const received = movements
    .map((movement, at) => ({ movement, at }))
    .filter(({ movement }) => movement.problem === null)
  const tokens = received.flatMap(({ movement, at }) => tokensOf(movement, kind).map((token) => ({ ...token, at })))
  const matches = Map.groupBy(await listMatches(tx, tokens), ({ at }) => at)
  const unnamed = received.filter(({ at }) => !matches.has(at)).map(({ movement }) => movement.amount)
  const clients = [...matches.values()].flat().map(({ client_id }) => client_id)
  const [debts, byAmount, closedThrough] = await Promise.all([
    listDebtsOf(tx, clients),
    listDebtsByAmount(tx, unnamed),
    getClosedThrough(tx),
  ])
  const weak = weakMatcher(byAmount)
  const claimed = new Set<string>()
  const compared = received.map(({ movement, at }) => {
    const its = matches.get(at) ?? []
    return { ...movement, clients: new Set(its.map(({ client_id }) => client_id)) }
  })
  const repetitions = repetitionsOf(compared, registered, taken)
  const repeated = new Map(received.map(({ at }, index) => [at, repetitions[index] ?? null]))
  return movements.map((movement, at) => {
    const found = matches.get(at) ?? (movement.problem === null ? weak(movement) : [])
    return pair(movement, found, { debts, today, closedThrough, claimed }, repeated.get(at))
  })
}

/** Finds debts by the exact amount: those whose client the description names, else all of them when they are few. */
function weakMatcher(debts: readonly DebtByAmount[]): (movement: Movement) => Match[] {
  const amounts = new Map<number, { all: DebtByAmount[]; words: Map<string, DebtByAmount[]> }>()
  for (const debt of debts) {
    const group = amounts.get(debt.amount) ?? { all: [], words: new Map<string, DebtByAmount[]>() }
    amounts.set(debt.amount, group)
    group.all.push(debt)
    for (const word of new Set(wordsOf(debt.name))) {
      const same = group.words.get(word)
      if (same) same.push(debt)
      else group.words.set(word, [debt])
    }
  }
  return ({ amount, on_day, description }) => {
    const group = amounts.get(amount)
    if (!group) return []
    const words = new Set(wordsOf(description))
    const named = rarestOf(words, group.words).filter(
      ({ name }) => wordsOf(name).filter((word) => words.has(word)).length >= NAME_WORDS_MIN,
    )
    const few = group.all.length <= CANDIDATES_MAX ? group.all : []
    const kind = named.length > 0 ? 'name' : 'amount'
    return (named.length > 0 ? named : few)
      .filter(({ issued_on }) => issued_on <= on_day)
      .slice(0, CANDIDATES_MAX)
      .map(({ client_id, id }) => ({ client_id, invoice_id: id, kind }))
  }
}

/** A word of more debts names no client, and comparing each of them would take long. */
const NAME_DEBTS_MAX = 100

/** The debts whose client has a rare word of a description. */
function rarestOf(words: ReadonlySet<string>, byWord: ReadonlyMap<string, DebtByAmount[]>): DebtByAmount[] {
  const lists = [...words].flatMap((word) => {
    const debts = byWord.get(word) ?? []
    return debts.length > 0 && debts.length <= NAME_DEBTS_MAX ? [debts] : []
  })
  return [...new Set(lists.flat())].slice(0, NAME_DEBTS_MAX)
}
