import type { Client } from '#domain/clients/client.ts'
import { CancelButton, Dialog } from '#web/ui/Dialog.tsx'
import { ClientPicker } from './ClientPicker.tsx'

type Props = { title: string; onPick: (client: Client) => void; onClose: () => void }

/** The first step of a form about a client that was not opened from the client's page: whose it is. Choosing goes on at once. */
export const PickClientDialog = ({ title, onPick, onClose }: Props) => (
  <Dialog title={title} onClose={onClose} footer={<CancelButton />}>
    <ClientPicker client={null} onPick={(client) => client !== null && onPick(client)} />
  </Dialog>
)
