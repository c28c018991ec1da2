import { useNavigate } from 'react-router'
import { bulkApi } from '#domain/bulk/api.ts'
import { isBulkOver } from '#domain/bulk/bulk.ts'
import { paths } from '#domain/core/paths.ts'
import { ReadState } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { BulkActions, BulkProgress } from './BulkProgress.tsx'
import { titleOf } from './bulk-words.ts'

const POLL_MS = 1_500

/** The progress of an action that has just begun, over its list. It goes on when the window is closed. */
export function BulkDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const navigate = useNavigate()
  const read = useRead(
    bulkApi.get,
    { params: { id } },
    { pollMs: POLL_MS, pollWhile: ({ data }) => !isBulkOver(data.status) },
  )
  const job = read.data?.data
  return (
    <Dialog
      title={job === undefined ? 'Tarea' : titleOf(job)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cerrar</Button>
          <Button onClick={() => void navigate(paths.bulkJob(id))}>Ver el detalle</Button>
          {job && <BulkActions job={job} />}
        </>
      }
    >
      {job === undefined ? <ReadState of={read} lines={2} height={24} /> : <BulkProgress job={job} />}
    </Dialog>
  )
}
