import { sql } from 'kysely'
import * as z from 'zod/mini'
import { brandOf } from '#domain/core/brand.ts'
import { type Day, dayOf } from '#domain/core/days.ts'
import type { EventName } from '#domain/core/event.ts'
import { paths } from '#domain/core/paths.ts'
import { billedPeriods } from '#server/contracts/billed-periods.ts'
import {
  type ContractChange,
  getChangedNumber,
  getLastCession,
  getLastTransfer,
  listContractChanges,
  listMailedClients,
  type MovedService,
} from '#server/contracts/change-mail.ts'
import { findContract, vatRulesOfDay } from '#server/contracts/contract-change.ts'
import { lockContract } from '#server/contracts/contract-queries.ts'
import { inSystemTx, SYSTEM, type World } from '#server/core/context.ts'
import type { ReactionToOne } from '#server/core/events.ts'
import type { Tx } from '#server/core/tx.ts'
import { type ContractWords, contractEmail } from '#server/documents/contract-email.ts'
import { cancelledWords } from './cancelled-words.ts'
import { commonFields, readSender } from './compose.ts'
import {
  type ChangeFacts,
  cessionAcceptedWords,
  cessionRefusedWords,
  cessionRequestedWords,
  dayIn,
  type HolderWords,
  pauseCancelledWords,
  pauseWords,
  planChangeWords,
  planKeptWords,
  retractionWords,
  terminationWords,
  transferCancelledWords,
  transferWords,
  withdrawnWords,
} from './contract-words.ts'
import { insertMessages, listDedupes } from './queries.ts'
import { readLeft, removalWords } from './removal-words.ts'

/** The changes of which a client gets an email, by what they change: the last one of a group is what the client has. */
type Group = { made: readonly EventName[]; undone: EventName | null }
const PLAN_CHANGES: Group = { made: ['contract.plan_changed'], undone: 'contract.plan_change_cancelled' }
const GROUPS: readonly Group[] = [
  PLAN_CHANGES,
  { made: ['contract.paused'], undone: 'contract.pause_cancelled' },
  { made: ['contract.terminated', 'contract.equipment_removed'], undone: 'contract.termination_withdrawn' },
  { made: ['contract.transfer_planned', 'contract.transferred'], undone: 'contract.transfer_cancelled' },
  { made: ['contract.cession_requested', 'contract.cession_accepted'], undone: 'contract.cession_refused' },
  { made: ['contract.cancelled'], undone: null },
]
const groupOf = (name: EventName) => GROUPS.find(({ made, undone }) => made.includes(name) || undone === name)

/** The reaction that writes to the client of a change of a contract (R2.10 to R2.13): a job, after the commit. */
export const mailContractChange: ReactionToOne = ({ name, companyId, after }) => {
  // A draft that is cancelled was not signed: its client has no contract.
  const isDraft = name === 'contract.cancelled' && after?.['refund_by'] === undefined
  if (isDraft || groupOf(name) === undefined) return { with: [], select: [] }
  return {
    with: [sql`changed_contract as (select id from event)`],
    select: [
      sql`select enqueue('message.contract', json_build_object('company_id', ${companyId}::uuid, 'event_id', id), null) from changed_contract`,
    ],
  }
}

const Payload = z.object({ company_id: z.uuid(), event_id: z.uuid() })

/**
 * The job that queues the emails of a change of a contract, once for each client. The contract is locked as by a change, so that one
 * that was undone or replaced before is not written about, and one that is undone later finds what was written.
 */
export async function writeContractMessage(world: World, payload: unknown): Promise<void> {
  const { company_id, event_id } = z.parse(Payload, payload)
  await inSystemTx(world, company_id, async (tx) => {
    const no = await getChangedNumber(tx, event_id)
    if (no === undefined) return
    await lockContract(tx, no)
    const today = dayOf(world.clock())
    const actor = { role: 'financial', userId: '', name: SYSTEM.actorName } as const
    const contract = await findContract(tx, { today, actor }, no)
    const changes = await listContractChanges(tx, contract.id, NAMES)
    const written = await writtenOf(tx, changes)
    const due = mailOf(changes, event_id, written, today)
    if (due === null) return
    // What the end of a contract takes with it is said by the e-mail of its end.
    if (contract.active_to !== null && contract.active_to < today && due.change.name in TAKEN_BY_END) return
    const facts: ChangeFacts = {
      change: due.change,
      contract,
      rules: await vatRulesOfDay(tx, today),
      replaces: due.replaces,
      move: await findPlanned(tx, contract.id),
    }
    const words = await wordsOf(tx, facts, { changes, written })
    // A holder who got the contract with a change that the earlier holder was notified of is notified that it is undone.
    const only = due.only !== null && words.size === 1 && !due.only.has(contract.client_id) ? null : due.only
    await insertMails(world, tx, facts, new Map([...words].filter(([id]) => only === null || only.has(id))))
  })
}

const TAKEN_BY_END = { 'contract.transfer_cancelled': true, 'contract.cession_refused': true }

/** The planned transfer of a contract that is not made yet. */
async function findPlanned(tx: Tx, contractId: string): Promise<MovedService | null> {
  const last = await getLastTransfer(tx, contractId)
  return last === undefined || last.applied_on !== null ? null : last
}

const NAMES: readonly EventName[] = GROUPS.flatMap(({ made, undone }) => (undone === null ? made : [...made, undone]))

/** The clients that were written about each change. */
type Written = ReadonlyMap<string, ReadonlySet<string>>

const dedupeOf = (changeId: string, clientId: string): string => `${PREFIX}${changeId}:${clientId}`
const PREFIX = 'contract:'

async function writtenOf(tx: Tx, changes: readonly ContractChange[]): Promise<Written> {
  const keys = await listDedupes(
    tx,
    changes.map(({ id }) => `${PREFIX}${id}:`),
  )
  const pairs = keys.map((key) => key.slice(PREFIX.length).split(':'))
  return new Map(
    changes.map(({ id }) => [
      id,
      new Set(pairs.flatMap(([change, client]) => (change === id && client !== undefined ? [client] : []))),
    ]),
  )
}

type DueMail = { change: ContractChange; replaces: boolean; only: ReadonlySet<string> | null }

/**
 * Of which change a client is still to be notified, which client (`only` null: each one), and whether it replaces one of which it was
 * notified. Null: a later change of the same kind is what the client has; it only repeats the earlier one; or it takes back one of which
 * no client was notified.
 */
function mailOf(changes: readonly ContractChange[], eventId: string, written: Written, today: Day): DueMail | null {
  const change = changes.find(({ id }) => id === eventId)
  const group = change && groupOf(change.name)
  if (!change || !group) return null
  const alike = changes.filter(({ name }) => groupOf(name) === group)
  const place = alike.indexOf(change)
  const lasting = alike.slice(0, place).filter((one) => !isDeletedByEnd(one, changes))
  const earlier = notifiedBefore(lasting, { written, today })
  if (change.name === group.undone) {
    // The e-mail of the change that came after says what the client has.
    if (place < alike.length - 1) return null
    return earlier === undefined ? null : { change, replaces: false, only: written.get(earlier.id) ?? null }
  }
  if (place < alike.length - 1 || isDeletedByEnd(change, changes)) return null
  if (earlier !== undefined && isRepeated(earlier, change)) return null
  return { change, replaces: earlier !== undefined, only: null }
}

/**
 * The change that the next one takes back or replaces, when the client was notified of it. A change of plan replaces those before it that are not
 * in force; of the others only the last one is open.
 */
function notifiedBefore(
  earlier: readonly ContractChange[],
  { written, today }: { written: Written; today: Day },
): ContractChange | undefined {
  const open = earlier.slice(earlier.findLastIndex(({ name }) => groupOf(name)?.undone === name) + 1)
  const isNotified = ({ id }: ContractChange): boolean => (written.get(id)?.size ?? 0) > 0
  const last = open.at(-1)
  // A removal follows its termination, of which the client can have been notified before.
  if (last?.name === 'contract.equipment_removed') return open.findLast(isNotified)
  if (last?.name !== 'contract.plan_changed') return last !== undefined && isNotified(last) ? last : undefined
  return open.findLast((change) => isNotified(change) && (dayIn(change, 'from_on') ?? today) > today)
}

/** A change of plan that begins after the end of its contract was deleted with it. */
function isDeletedByEnd(change: ContractChange, changes: readonly ContractChange[]): boolean {
  if (change.name !== 'contract.plan_changed') return false
  const [from, later] = [dayIn(change, 'from_on'), changes.slice(changes.indexOf(change) + 1)]
  return later.some((end) => {
    const ends = end.name === 'contract.terminated' ? dayIn(end, 'active_to') : null
    return ends !== null && from !== null && ends < from
  })
}

/** The same change again, or a planned transfer that is made on its day. */
function isRepeated(before: ContractChange, change: ContractChange): boolean {
  if (change.name === 'contract.transferred')
    return before.name === 'contract.transfer_planned' && dayIn(before, 'moves_on') === dayIn(change, 'moved_on')
  const same = (field: string): boolean => before.after[field] === change.after[field]
  return change.name === 'contract.plan_changed' && same('next_plan') && same('next_price') && same('from_on')
}

type WordsOfClients = ReadonlyMap<string, ContractWords>

/** The words of a change for each of its clients, by their ids. */
async function wordsOf(
  tx: Tx,
  facts: ChangeFacts,
  { changes, written }: { changes: readonly ContractChange[]; written: Written },
): Promise<WordsOfClients> {
  const { change, contract } = facts
  const toClient = (words: ContractWords): WordsOfClients => new Map([[contract.client_id, words]])
  switch (change.name) {
    case 'contract.plan_changed':
      return toClient(planChangeWords(facts))
    case 'contract.plan_change_cancelled':
      return toClient(planKeptWords(facts))
    case 'contract.paused':
      return toClient(pauseWords(facts))
    case 'contract.pause_cancelled':
      return toClient(pauseCancelledWords(facts))
    case 'contract.terminated':
      return toClient(terminationWords(facts, { cancelledPlan: hasNotifiedLaterPlan(facts, changes, written) }))
    case 'contract.equipment_removed': {
      const end = endOf(facts, changes, written)
      const cancelledPlan = end !== null && hasNotifiedLaterPlan({ ...facts, change: end }, changes, written)
      return toClient(removalWords(facts, await readLeft(tx, facts), { end, cancelledPlan }))
    }
    case 'contract.cancelled':
      return toClient(change.after['retracted_on'] === undefined ? cancelledWords(facts) : retractionWords(facts))
    case 'contract.termination_withdrawn':
      return toClient(withdrawnWords(facts))
    case 'contract.transfer_cancelled':
      return toClient(transferCancelledWords(facts))
    case 'contract.transfer_planned':
    case 'contract.transferred': {
      const move = await getLastTransfer(tx, contract.id)
      if (move === undefined) return new Map()
      const on = move.applied_on ?? move.moves_on
      const billedUntil = await billedPeriods().billedElsewhereUntil(tx, contract.id, on, move)
      return toClient(transferWords(facts, move, billedUntil))
    }
    default:
      return cessionWords(tx, facts)
  }
}

/** The termination before a removal, when no client was notified of it. */
function endOf({ change }: ChangeFacts, changes: readonly ContractChange[], written: Written): ContractChange | null {
  const end = changes.slice(0, changes.indexOf(change)).findLast(({ name }) => name === 'contract.terminated')
  return end === undefined || (written.get(end.id)?.size ?? 0) > 0 ? null : end
}

/** A change of plan for a day after the end, of which the client was notified. */
function hasNotifiedLaterPlan({ change }: ChangeFacts, changes: readonly ContractChange[], written: Written): boolean {
  const ends = dayIn(change, 'active_to')
  if (ends === null) return false
  const plans = changes.slice(0, changes.indexOf(change)).filter(({ name }) => groupOf(name) === PLAN_CHANGES)
  return notifiedBefore(plans, { written, today: ends }) !== undefined
}

const CESSION_WORDS = {
  'contract.cession_requested': cessionRequestedWords,
  'contract.cession_accepted': cessionAcceptedWords,
  'contract.cession_refused': cessionRefusedWords,
} as const

async function cessionWords(tx: Tx, facts: ChangeFacts): Promise<WordsOfClients> {
  const { name } = facts.change
  const cession = await getLastCession(tx, facts.contract.id, { isRefused: name === 'contract.cession_refused' })
  if (cession === undefined || !isCession(name)) return new Map()
  const words: HolderWords = CESSION_WORDS[name](facts, cession)
  return new Map([
    [cession.from_client_id, words.old],
    [cession.to_client_id, words.new],
  ])
}
const isCession = (name: EventName): name is keyof typeof CESSION_WORDS => name in CESSION_WORDS

/** Category `transaccional`: the client must be able to object, so that it can be sent at any hour. */
async function insertMails(world: World, tx: Tx, facts: ChangeFacts, words: WordsOfClients): Promise<void> {
  const { change, contract } = facts
  const sender = await readSender(tx)
  const clients = await listMailedClients(tx, [...words.keys()])
  const mails = clients.flatMap((client) => {
    const said = words.get(client.id)
    if (said === undefined) return []
    const email = contractEmail({
      ...said,
      companyName: sender.name,
      brand: brandOf(sender.color_code),
      clientName: client.name,
      contacts: [sender.phone, sender.email].filter((contact) => contact !== null),
      url: client.id === contract.client_id ? `${world.config.publicUrl}${paths.contract(contract.no_contract)}` : null,
    })
    return [
      {
        ...commonFields(sender, client.email, email, world.clock()),
        kind: 'contract' as const,
        category: 'transaccional' as const,
        client_id: client.id,
        invoice_id: null,
        dedupe: dedupeOf(change.id, client.id),
      },
    ]
  })
  await insertMessages(tx, mails)
}
