import { storable } from '#domain/core/storable.ts'
import {
  TEMPLATE_PROBLEMS,
  templateStatusOf,
  WHATSAPP_LANGUAGE,
  WHATSAPP_NOTICES,
  WHATSAPP_TEMPLATES,
  type WhatsappNotice,
} from '#domain/integrations/whatsapp.ts'
import { DELIVERY_STEPS } from '#domain/messages/message.ts'
import type { World } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import type { StatusChange, TemplateChange } from './whatsapp-event.ts'
import { changeTemplate, goOnByMail, problemOfCode, stopByCode } from './whatsapp-failures.ts'
import { deleteUnreachable, listIdsOf, type Progress, saveProgress } from './whatsapp-queries.ts'

const NO_CODE = 131_000

/**
 * Applies the statuses of an event, in any order and any number of times: how far a message came never goes back, and one that failed
 * without arriving goes on by e-mail once. In a transaction of its company. Returns how many name a message.
 */
export async function applyStatuses(world: World, tx: Tx, statuses: readonly StatusChange[]): Promise<number> {
  const unnamed = statuses.filter(({ message_id }) => message_id === null).map(({ provider_id }) => provider_id)
  const found = await listIdsOf(tx, unnamed)
  const named = statuses.flatMap((status) => {
    const id = status.message_id ?? found.get(status.provider_id)
    return id === undefined ? [] : [{ ...status, id }]
  })
  const progress = [...Map.groupBy(named, ({ id }) => id)].flatMap(([id, ofOne]) => progressOf(id, ofOne))
  if (progress.length > 0) await deleteUnreachable(tx, await saveProgress(tx, progress))
  for (const { id, status, code } of named) {
    if (status !== 'failed') continue
    const failure = code ?? NO_CODE
    const template = await getTemplate(tx, id)
    if (template !== null) await stopByCode(tx, failure, template, '')
    await goOnByMail(world, tx, id, { problem: problemOfCode(failure), code: failure })
  }
  return named.length
}

/** The highest step of one message in an event. A read message was delivered, also when Meta does not say so. */
function progressOf(id: string, statuses: readonly StatusChange[]): Progress[] {
  const steps = statuses.flatMap((status) => {
    const step = DELIVERY_STEPS.findIndex((known) => known === (status.status === 'played' ? 'read' : status.status))
    return step === -1 ? [] : [{ ...status, step }]
  })
  const highest = steps.toSorted((a, b) => b.step - a.step)[0]
  if (highest === undefined) return []
  const first = (from: number): Date | null =>
    steps.filter(({ step }) => step >= from).toSorted((a, b) => a.at.getTime() - b.at.getTime())[0]?.at ?? null
  return [
    {
      id,
      provider_id: highest.provider_id,
      delivery: DELIVERY_STEPS[highest.step] ?? 'sent',
      at: highest.at,
      delivered_at: first(DELIVERY_STEPS.indexOf('delivered')),
      read_at: first(DELIVERY_STEPS.indexOf('read')),
    },
  ]
}

async function getTemplate(tx: Tx, id: string): Promise<WhatsappNotice | null> {
  const message = await tx.selectFrom('messages').select('template').where('id', '=', id).executeTakeFirst()
  return message?.template ?? null
}

/** Applies what Meta decided about templates. One that is not approved is not sent any more. Returns how many are ours. */
export async function applyTemplates(tx: Tx, changes: readonly TemplateChange[]): Promise<number> {
  let applied = 0
  for (const change of changes) {
    const notice = WHATSAPP_NOTICES.find((one) => WHATSAPP_TEMPLATES[one].name === change.message_template_name)
    if (notice === undefined || change.message_template_language !== WHATSAPP_LANGUAGE) continue
    applied += 1
    const status = templateStatusOf(change.event)
    const category = change.message_template_category ?? null
    await changeTemplate(tx, {
      notice,
      status,
      category: category && storable(category, 40),
      problem: problemOf(change),
    })
  }
  return applied
}

const PROBLEM_MAX = 300

/** Why Meta did not approve a template, with its own words. Null when it did. */
function problemOf({ event, reason, rejection_info }: TemplateChange): string | null {
  const problem = TEMPLATE_PROBLEMS[templateStatusOf(event)]
  const words = rejection_info?.reason ?? (reason === 'NONE' ? undefined : reason)
  return problem === null || words === undefined || words === null
    ? problem
    : storable(`${problem}. Meta dice: ${words}`, PROBLEM_MAX)
}
