import type { MESSAGE_SORTS } from '#domain/messages/api.ts'
import type { TableUrl } from '#web/core/table-url.ts'

/** The address of the page of messages. `view`: what was sent, or `replies`. */
export type MessagesUrl = TableUrl<(typeof MESSAGE_SORTS)[number]>
