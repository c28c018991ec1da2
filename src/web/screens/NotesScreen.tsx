import type { CreditNoteRow } from '#domain/invoices/credit-note-api.ts'
import { NotesPage } from '#web/invoices/NotesPage.tsx'
import { SendNote } from '#web/messages/SendNote.tsx'

const sendOf = (note: CreditNoteRow) => <SendNote note={note} />

/** The credit notes, each with the button that sends it by email. */
export const NotesScreen = () => <NotesPage send={sendOf} />
