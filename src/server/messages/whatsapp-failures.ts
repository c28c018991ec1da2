import { storable } from '#domain/core/storable.ts'
import { type TemplateStatus, WHATSAPP_NOTICE_LABELS, type WhatsappNotice } from '#domain/integrations/whatsapp.ts'
import type { World } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { whatsappProblem } from '#server/integrations/whatsapp-problems.ts'
import {
  listTemplates,
  type StoredTemplate,
  saveTemplate,
  stopWhatsapp,
} from '#server/integrations/whatsapp-queries.ts'
import {
  ABSENT_CODE,
  classOf,
  DISABLED_CODE,
  PAUSED_CODE,
  UNREACHABLE_CODES,
} from '#server/providers/whatsapp/problems.ts'
import { debtMessages } from './debt-messages.ts'
import { failWhatsapp, insertReplacement, saveUnreachable } from './whatsapp-queries.ts'

const PROBLEMS: Readonly<Record<number, string>> = {
  131_026: 'Ese celular no recibe mensajes por WhatsApp',
  131_021: 'Ese celular es el mismo que envía',
  131_050: 'El cliente no quiere mensajes de empresas en WhatsApp',
  130_403: 'WhatsApp no permite escribir a ese celular',
  131_049: 'WhatsApp no lo entregó para no saturar al cliente',
  130_472: 'WhatsApp no lo entregó por una prueba propia',
}

/** What a person reads of a message that failed with a code of Meta. */
export const problemOfCode = (code: number): string => PROBLEMS[code] ?? `WhatsApp no lo entregó (código ${code})`

/**
 * A message that did not arrive goes on by e-mail, once: the contact guard decides when the e-mail leaves. In a transaction of its
 * company.
 */
export async function goOnByMail(
  world: World,
  tx: Tx,
  id: string,
  failure: { problem: string; code: number | null },
): Promise<void> {
  const { code } = failure
  if (code !== null && UNREACHABLE_CODES.includes(code)) await saveUnreachable(tx, id, code, world.clock())
  const failed = await failWhatsapp(tx, id, failure)
  if (!failed || failed.to_email === null) return
  const replacement = await insertReplacement(tx, id, world.clock())
  if (replacement !== null) await debtMessages().moveNotice(tx, { from: id, to: replacement })
}

/** Stops what a code of Meta stops: the number, or one template. The next notices go by e-mail. */
export async function stopByCode(tx: Tx, code: number, notice: WhatsappNotice, details: string): Promise<void> {
  const kind = classOf(code)
  if (kind === 'credentials' || kind === 'account') {
    const { problem } = whatsappProblem({ kind, code, details }, 'number')
    if (await stopWhatsapp(tx, problem))
      await tx.record('whatsapp.stopped', { entity_id: tx.scope.companyId, after: { problem } })
  }
  if (kind !== 'template') return
  const problem = storable(`Meta no la aceptó al enviarla (código ${code}). ${details}`.trim(), PROBLEM_MAX)
  await changeTemplate(tx, { notice, status: STATUSES.get(code) ?? 'different', category: null, problem })
}

const PROBLEM_MAX = 300
const STATUSES = new Map<number, TemplateStatus>([
  [PAUSED_CODE, 'paused'],
  [DISABLED_CODE, 'disabled'],
  [ABSENT_CODE, 'missing'],
])

/** Writes the state of a template, and notifies the administrator when it is another one. */
export async function changeTemplate(tx: Tx, template: StoredTemplate): Promise<void> {
  const { notice, status } = template
  const known = (await listTemplates(tx)).find((one) => one.notice === notice)
  // Meta approves any variables: one with others stays so until it is read again.
  if (known?.status === 'different' && status === 'approved') return
  await saveTemplate(tx, template)
  if (known?.status === status) return
  await tx.record('whatsapp.template_changed', {
    entity_id: tx.scope.companyId,
    after: { label: WHATSAPP_NOTICE_LABELS[notice], status },
  })
}
