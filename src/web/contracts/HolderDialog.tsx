import { type FormEvent, useState } from 'react'
import { clientApi } from '#domain/clients/api.ts'
import { call } from '#web/core/call.ts'
import { messageOf } from '#web/core/failure.ts'
import { Button } from '#web/ui/Button.tsx'
import { CancelButton, Dialog } from '#web/ui/Dialog.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import type { InitialContract } from './ContractFields.tsx'

const FORM_ID = 'holder-form'

/** The holder of the new contract, with the client's data that the form starts from. */
export type Holder = {
  id: string
  name: string
  start: Pick<InitialContract, 'address' | 'department' | 'city' | 'segment' | 'stratum'>
}

type Props = { identification: string; onFound: (holder: Holder) => void; onClose: () => void }

/** Finds the client of a new contract by the number of the identity document. */
export function HolderDialog({ identification, onFound, onClose }: Props) {
  const { problem, isBusy, findHolder } = useHolder(onFound)
  return (
    <Dialog
      title="Crear contrato"
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button type="submit" form={FORM_ID} variant="primary" busy={isBusy ? 'Buscando…' : undefined}>
            Continuar
          </Button>
        </>
      }
    >
      <form id={FORM_ID} className="form" noValidate onSubmit={(event) => void findHolder(event)}>
        <TextField
          label="Cédula o NIT del cliente"
          hint="Si todavía no es cliente, créalo primero en Gestión de clientes"
          id="cedula"
          name="cedula"
          defaultValue={identification}
          error={problem}
          autoComplete="off"
        />
      </form>
    </Dialog>
  )
}

function useHolder(onFound: Props['onFound']) {
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const [isBusy, setBusy] = useState(false)
  const findHolder = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const value = new FormData(event.currentTarget).get('cedula')
    const cedula = typeof value === 'string' ? value.replace(/[.\s]/g, '') : ''
    if (cedula === '') {
      setProblem('Escribe la identificación del cliente')
      return
    }
    setBusy(true)
    try {
      const { data } = await call(clientApi.findByCedula, { params: { cedula } })
      const { address, department, city, segment, stratum } = data
      onFound({ id: data.id, name: data.name, start: { address, department, city, segment, stratum } })
    } catch (error) {
      setProblem(messageOf(error, 'No pudimos buscar el cliente'))
      setBusy(false)
    }
  }
  return { problem, isBusy, findHolder }
}
