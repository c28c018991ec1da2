import { useState } from 'react'
import { useNavigate } from 'react-router'
import { bankApi } from '#domain/banks/api.ts'
import type { BankFile } from '#domain/banks/line.ts'
import { paths } from '#domain/core/paths.ts'
import { useChange } from '#web/core/queries.ts'
import { toastFailure } from '#web/core/toast-failure.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

/** Removes a file of which nothing is paid: one that was loaded for the wrong account. */
export function RemoveFile({ file: { id, account, states } }: { file: BankFile }) {
  const navigate = useNavigate()
  const remove = useChange(bankApi.remove)
  const [isAsking, setAsking] = useState(false)
  if (states.paid > 0) return null
  const send = (): void =>
    remove.mutate(
      { params: { id } },
      {
        onSuccess: ({ message }) => {
          toastSuccess(message)
          void navigate(paths.bankFiles)
        },
        onError: (error) => toastFailure(error, 'No pudimos quitar el archivo'),
      },
    )
  return (
    <>
      <Button onClick={() => setAsking(true)}>Quitar archivo</Button>
      {isAsking && (
        <ConfirmDialog
          title="¿Quitar este archivo?"
          confirm="Sí, quitar"
          busy={remove.isPending ? 'Quitando…' : undefined}
          onConfirm={send}
          onCancel={() => setAsking(false)}
        >
          <p>
            Se cargó para la cuenta {account.name} y aún no tiene pagos registrados. Si era de otra cuenta, quítalo y
            cárgalo en la suya.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
