import { randomBytes } from 'node:crypto'
import { dayLabel } from '#domain/core/days.ts'
import { toPesos } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { notFound, Refusal, refuseField } from '#domain/core/refusal.ts'
import {
  TEMPLATE_BUTTON,
  TEMPLATE_EXAMPLES,
  TEMPLATE_FOOTER,
  templateStatusOf,
  variablesOf,
  WHATSAPP_LANGUAGE,
  WHATSAPP_NOTICE_LABELS,
  WHATSAPP_NOTICES,
  WHATSAPP_TEMPLATES,
  type WhatsappConnection,
  type WhatsappCredentials,
  type WhatsappNotice,
} from '#domain/integrations/whatsapp.ts'
import { whatsappApi } from '#domain/integrations/whatsapp-api.ts'
import type { Ctx } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import type { Whatsapp } from '#server/providers/whatsapp/client.ts'
import { ownCompany } from './integrations.ts'
import { decryptWhatsapp, encryptWhatsapp } from './keys.ts'
import { whatsappProblem } from './whatsapp-problems.ts'
import {
  forgetTemplates,
  getWhatsapp,
  listPricesFrom,
  listTemplates,
  readInstant,
  type StoredTemplate,
  type StoredWhatsapp,
  savePrice,
  saveTemplate,
  saveWhatsapp,
  saveWhatsappTest,
  stopWhatsapp,
  updateNotices,
} from './whatsapp-queries.ts'

export const whatsapp = implement(whatsappApi, {
  get: (ctx) =>
    ctx.tx(async (tx) => {
      await ownCompany(tx)
      const stored = await getWhatsapp(tx)
      return { data: stored ? await connectionOf(ctx, tx, stored) : null }
    }),

  save: (ctx, { body: { credentials } }) =>
    ctx.tx(async (tx) => {
      const { id } = await ownCompany(tx)
      const before = await getWhatsapp(tx)
      const last_four = await writeWhatsapp(tx, ctx.world.config.secret, credentials, ctx.actor.name)
      if (before && before.waba_id !== credentials.waba_id) await forgetTemplates(tx)
      await tx.record('credentials.saved', { entity_id: id, after: { provider: 'whatsapp', last_four } })
      return { data: await readConnection(ctx, tx), message: 'Guardamos las llaves. Pruébalas para encender WhatsApp' }
    }),

  test: async (ctx) => {
    const { stored, number, since } = await ctx.tx((tx) => openNumber(ctx, tx))
    // Between two transactions: the provider may take ten seconds, and no row is locked while waiting.
    const tested = await testNumber(number)
    const data = await ctx.tx(async (tx) => {
      const { id } = await ownCompany(tx)
      const is_on = tested.isAnswered ? tested.problem === null : stored.is_on
      const display = tested.display_phone === null ? {} : { display_phone: tested.display_phone }
      if (!(await saveWhatsappTest(tx, stored.sealed, { problem: tested.problem, is_on, ...display })))
        throw new Refusal('conflict', 'Las llaves cambiaron mientras se probaban: pruébalas de nuevo')
      for (const template of tested.templates) await saveTemplate(tx, template, since)
      await tx.record('integration.tested', { entity_id: id, after: { provider: 'whatsapp', problem: tested.problem } })
      return readConnection(ctx, tx)
    })
    return { data, message: tested.problem ?? 'WhatsApp aceptó las llaves: está encendido' }
  },

  stop: (ctx) =>
    ctx.tx(async (tx) => {
      const { id } = await ownCompany(tx)
      await ownStored(tx)
      await stopWhatsapp(tx, null)
      await tx.record('integration.stopped', { entity_id: id, after: { provider: 'whatsapp' } })
      return { data: await readConnection(ctx, tx), message: 'Apagamos WhatsApp: los avisos salen por correo' }
    }),

  settings: (ctx, { body: { settings } }) =>
    ctx.tx(async (tx) => {
      const { id } = await ownCompany(tx)
      const { notices: before } = await ownStored(tx)
      const { price } = settings
      const notices = WHATSAPP_NOTICES.filter((notice) => settings.notices.includes(notice))
      if (price !== undefined && price.starts_on < ctx.today)
        throw refuseField(
          'refused',
          'settings.price.starts_on',
          `El precio empieza hoy, ${dayLabel(ctx.today)}, o después`,
        )
      await updateNotices(tx, notices)
      if (price !== undefined) await savePrice(tx, { ...price, set_by: ctx.actor.name })
      await tx.record('whatsapp.settings_saved', {
        entity_id: id,
        before: { notices: labelsOf(before) },
        after: {
          notices: labelsOf(notices),
          ...(price === undefined ? {} : { price: toPesos(price.price), starts_on: price.starts_on }),
        },
      })
      return { data: await readConnection(ctx, tx), message: 'Guardamos qué avisos salen por WhatsApp' }
    }),

  templates: async (ctx) => {
    const { number, since } = await ctx.tx((tx) => openNumber(ctx, tx))
    if (number === null) throw new Refusal('conflict', NOT_OPEN)
    const read = await readTemplates(number)
    const missing = read.templates.filter(({ status }) => status === 'missing')
    const problem =
      read.problem ?? (await createTemplates(number, missing, `${ctx.world.config.publicUrl}${paths.payments}`))
    const data = await ctx.tx(async (tx) => {
      const { id } = await ownCompany(tx)
      for (const template of read.templates) await saveTemplate(tx, template, since)
      await tx.record('whatsapp.templates_requested', { entity_id: id, after: { count: missing.length, problem } })
      return readConnection(ctx, tx)
    })
    const asked =
      missing.length === 0 ? 'Meta ya tiene todas las plantillas' : 'Pedimos las plantillas: Meta las revisa'
    return { data, message: problem ?? asked }
  },
})

const NOT_OPEN = 'Las llaves guardadas no se pueden abrir con el secreto de este servidor: guárdalas de nuevo'
const labelsOf = (notices: readonly WhatsappNotice[]): string =>
  notices.map((notice) => WHATSAPP_NOTICE_LABELS[notice]).join(', ')

async function ownStored(tx: Tx): Promise<StoredWhatsapp> {
  const stored = await getWhatsapp(tx)
  if (!stored) throw notFound('Todavía no hay llaves de WhatsApp')
  return stored
}

/** The number of the company before it is called. Its number is null when its keys cannot be decrypted. */
async function openNumber({ world, companyId }: Ctx, tx: Tx) {
  const stored = await ownStored(tx)
  const secrets = decryptWhatsapp(world.config.secret, companyId, stored.sealed)
  const number = secrets === null ? null : world.whatsapp({ ...stored, token: secrets.token })
  return { stored, number, since: await readInstant(tx) }
}

const readConnection = async (ctx: Ctx, tx: Tx): Promise<WhatsappConnection> =>
  connectionOf(ctx, tx, await ownStored(tx))

const instant = (at: Date | null): string | null => at?.toISOString() ?? null

/** The number as a reply shows it. */
async function connectionOf(ctx: Ctx, tx: Tx, stored: StoredWhatsapp): Promise<WhatsappConnection> {
  const { sealed: _sealed, endpoint_key, set_at, tested_at, event_at, refused_at, ...shown } = stored
  const [templates, prices] = await Promise.all([listTemplates(tx), listPricesFrom(tx, ctx.today)])
  return {
    ...shown,
    ...prices,
    set_at: set_at.toISOString(),
    tested_at: instant(tested_at),
    event_at: instant(event_at),
    refused_at: instant(refused_at),
    events_url: `${ctx.world.config.publicUrl}/api/webhook/whatsapp/${endpoint_key}`,
    templates: WHATSAPP_NOTICES.map((notice) => {
      const found = templates.find((one) => one.notice === notice)
      const { status, category, problem } = found ?? { status: 'missing' as const, category: null, problem: null }
      return { notice, ...WHATSAPP_TEMPLATES[notice], status, category, problem }
    }),
  }
}

/** The last characters identify a secret only when the rest is longer. */
const LAST_FOUR_MIN = 16
const lastFour = (value: string): string => (value.length < LAST_FOUR_MIN ? '' : value.slice(-4))

/** Encrypts and writes the keys of the company of the transaction, off until they are tested. Returns what is shown of them. */
export async function writeWhatsapp(
  tx: Tx,
  secret: Buffer,
  { phone_number_id, waba_id, ...secrets }: WhatsappCredentials,
  set_by: string,
): Promise<Record<string, string>> {
  const last_four = { token: lastFour(secrets.token), app_secret: lastFour(secrets.app_secret) }
  const sealed = encryptWhatsapp(secret, tx.scope.companyId, secrets)
  const endpoint_key = randomBytes(32).toString('base64url')
  await saveWhatsapp(tx, { phone_number_id, waba_id, sealed, last_four, endpoint_key, set_by }, WHATSAPP_NOTICES)
  return last_four
}

type Tested = {
  problem: string | null
  /** There is an answer, which decides whether the number is on. */
  isAnswered: boolean
  display_phone: string | null
  templates: StoredTemplate[]
}

/** Reads the number and its templates: the first proves the token and the number, the second the account. */
export async function testNumber(number: Whatsapp | null): Promise<Tested> {
  if (number === null) return { problem: NOT_OPEN, isAnswered: true, display_phone: null, templates: [] }
  const own = await number.number()
  if (!own.ok) {
    const { kind } = own.failure
    return { ...whatsappProblem(own.failure, 'number'), isAnswered: isAnswer(kind), display_phone: null, templates: [] }
  }
  const { display_phone_number: display_phone } = own.value
  return { display_phone, ...(await readTemplates(number)) }
}

const isAnswer = (kind: string): boolean => kind === 'credentials' || kind === 'account' || kind === 'request'

async function readTemplates(
  number: Whatsapp,
): Promise<Pick<Tested, 'problem' | 'isAnswered'> & { templates: StoredTemplate[] }> {
  const templates: StoredTemplate[] = []
  for (const notice of WHATSAPP_NOTICES) {
    const { name, body } = WHATSAPP_TEMPLATES[notice]
    const listed = await number.templates(name)
    if (!listed.ok) {
      const { kind } = listed.failure
      return { ...whatsappProblem(listed.failure, 'account'), isAnswered: isAnswer(kind), templates: [] }
    }
    const found = listed.value.find(({ language }) => language === WHATSAPP_LANGUAGE)
    const text = found?.components?.find(({ type }) => type.toUpperCase() === 'BODY')?.text ?? body
    const isSame = variablesOf(text).join() === variablesOf(body).join()
    const status = found === undefined ? 'missing' : isSame ? templateStatusOf(found.status) : 'different'
    templates.push({ notice, status, category: found?.category?.slice(0, 40) ?? null, problem: null })
  }
  return { problem: null, isAnswered: true, templates }
}

/** Asks Meta for templates, and writes the state of each into its row. Returns the first problem. */
async function createTemplates(number: Whatsapp, missing: StoredTemplate[], url: string): Promise<string | null> {
  for (const template of missing) {
    const { name, body } = WHATSAPP_TEMPLATES[template.notice]
    const examples = Object.fromEntries(variablesOf(body).map((one) => [one, TEMPLATE_EXAMPLES[one] ?? '']))
    const button = { text: TEMPLATE_BUTTON, url }
    const language = WHATSAPP_LANGUAGE
    const created = await number.createTemplate({ name, language, body, examples, footer: TEMPLATE_FOOTER, button })
    if (!created.ok) return whatsappProblem(created.failure, 'template').problem
    template.status = templateStatusOf(created.value.status)
    template.category = created.value.category?.slice(0, 40) ?? null
  }
  return null
}
