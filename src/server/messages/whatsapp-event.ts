import * as z from 'zod/mini'
import { storable } from '#domain/core/storable.ts'

/** The events of Meta, parsed leniently: what does not fit is left out, because Meta sends an event again until it is accepted. */
const Event = z.looseObject({
  entry: z.array(
    z.looseObject({ id: z.string(), changes: z.array(z.looseObject({ field: z.string(), value: z.unknown() })) }),
  ),
})

const Messages = z.looseObject({
  metadata: z.looseObject({ phone_number_id: z.string() }),
  statuses: z.optional(z.array(z.unknown())),
  messages: z.optional(z.array(z.unknown())),
})

const ID_MAX = 512

const Status = z.looseObject({
  id: z.string().check(z.minLength(1), z.maxLength(ID_MAX)),
  status: z.string(),
  timestamp: z.string().check(z.regex(/^\d{1,12}$/)),
  biz_opaque_callback_data: z.optional(z.string()),
  errors: z.optional(z.array(z.looseObject({ code: z.int() }))),
})
export type StatusChange = {
  provider_id: string
  /** Of our message, when Meta gives it back. */
  message_id: string | null
  status: string
  at: Date
  code: number | null
}

const Reply = z.looseObject({
  id: z.string().check(z.minLength(1), z.maxLength(ID_MAX)),
  from: z.string().check(z.regex(/^\d{5,20}$/)),
  type: z.string(),
  text: z.optional(z.looseObject({ body: z.string() })),
  button: z.optional(z.looseObject({ text: z.optional(z.string()), payload: z.optional(z.string()) })),
})
export type ReceivedReply = { provider_id: string; from: string; text: string }

const TemplateChange = z.looseObject({
  event: z.string(),
  message_template_name: z.string(),
  message_template_language: z.string(),
  message_template_category: z.optional(z.nullable(z.string())),
  reason: z.optional(z.nullable(z.string())),
  rejection_info: z.optional(z.nullable(z.looseObject({ reason: z.optional(z.string()) }))),
})
export type TemplateChange = z.output<typeof TemplateChange>

export type ReadEvent = { statuses: StatusChange[]; replies: ReceivedReply[]; templates: TemplateChange[] }

/** Meta sends up to a thousand changes in one event. */
const CHANGES_MAX = 5_000

/** The changes of an event that are of a number and its account. Of any other text there are none. */
export function readEvent(
  bytes: Uint8Array,
  account: { phone_number_id: string; waba_id: string },
  now: Date,
): ReadEvent {
  const read: ReadEvent = { statuses: [], replies: [], templates: [] }
  const event = z.safeParse(Event, parsedJson(bytes))
  if (!event.success) return read
  for (const { id, changes } of event.data.entry.slice(0, CHANGES_MAX)) {
    for (const { field, value } of changes.slice(0, CHANGES_MAX)) {
      if (field === 'messages') readMessages(read, value, account.phone_number_id, now)
      if (field !== 'message_template_status_update' || id !== account.waba_id) continue
      const change = z.safeParse(TemplateChange, value)
      if (change.success) read.templates.push(change.data)
    }
  }
  return read
}

function readMessages(read: ReadEvent, value: unknown, phoneNumberId: string, now: Date): void {
  const parsed = z.safeParse(Messages, value)
  if (!parsed.success || parsed.data.metadata.phone_number_id !== phoneNumberId) return
  for (const raw of parsed.data.statuses?.slice(0, CHANGES_MAX) ?? []) {
    const status = z.safeParse(Status, raw)
    if (status.success) read.statuses.push(changeOf(status.data, now))
  }
  for (const raw of parsed.data.messages?.slice(0, CHANGES_MAX) ?? []) {
    const reply = z.safeParse(Reply, raw)
    if (!reply.success) continue
    const { id, from, type, text, button } = reply.data
    const words = text?.body ?? button?.text ?? button?.payload ?? OTHER_LABELS[type] ?? 'Envió algo que no es texto'
    read.replies.push({ provider_id: storable(id), from, text: storable(words.trim(), REPLY_MAX_CHARS) })
  }
}

const REPLY_MAX_CHARS = 1_000
const OTHER_LABELS: Readonly<Record<string, string>> = {
  image: 'Envió una imagen',
  document: 'Envió un documento',
  audio: 'Envió un audio',
  video: 'Envió un video',
  location: 'Envió una ubicación',
}

const REFERENCE = /^enlace:msg:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

function changeOf(
  { id, status, timestamp, biz_opaque_callback_data, errors }: z.output<typeof Status>,
  now: Date,
): StatusChange {
  const at = new Date(Number(timestamp) * 1_000)
  return {
    provider_id: storable(id),
    message_id: REFERENCE.exec(biz_opaque_callback_data ?? '')?.[1] ?? null,
    status,
    // Meta's clock is not ours: nothing arrives in the future.
    at: at > now ? now : at,
    code: errors?.[0]?.code ?? null,
  }
}

function parsedJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return null
  }
}
