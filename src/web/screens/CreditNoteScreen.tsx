import { messageApi } from '#domain/messages/api.ts'
import { call } from '#web/core/call.ts'
import { CreditNotePage } from '#web/invoices/CreditNotePage.tsx'

const send = (id: string) => call(messageApi.sendNote, { params: { id } })

/** A credit note with the e-mail that sends it. */
export const CreditNoteScreen = () => <CreditNotePage send={send} />
