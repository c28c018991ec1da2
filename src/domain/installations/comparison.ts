import type { FieldError } from '#domain/core/refusal.ts'

/** Fields whose values say nothing when they are shown beside each other: identifiers and addresses of files. */
const NOT_COMPARED = /^client_uuid$|_url\d?$/

/** Refused fields in one reply. */
const FIELDS_MAX = 60

/**
 * The fields in which two reports differ, each with the value of the existing one as its message: '' when it has none. Nested groups
 * have dotted names ('speedTest.test_1.speed_upload').
 */
export function differencesOf(existing: object, sent: object, within = 'installation_log'): FieldError[] {
  const names = [...new Set([...Object.keys(existing), ...Object.keys(sent)])].filter(
    (name) => !NOT_COMPARED.test(name),
  )
  return names
    .flatMap((name) => differenceAt(valueOf(existing, name), valueOf(sent, name), `${within}.${name}`))
    .slice(0, FIELDS_MAX)
}

function differenceAt(before: unknown, after: unknown, field: string): FieldError[] {
  if (isGroup(before) || isGroup(after)) {
    return differencesOf(isGroup(before) ? before : {}, isGroup(after) ? after : {}, field)
  }
  return textOf(before) === textOf(after) ? [] : [{ field, message: textOf(before) }]
}

const valueOf = (group: object, name: string): unknown => Object.entries(group).find(([key]) => key === name)?.[1]

const isGroup = (value: unknown): value is object => typeof value === 'object' && value !== null

/** A value as text. An instant in another notation is the same instant. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return INSTANT.test(value) ? new Date(value).toISOString() : value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/
