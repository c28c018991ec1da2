import { useState } from 'react'
import { type Day, day } from '#domain/core/days.ts'
import { pesos } from '#domain/core/money.ts'
import type { Period } from '#domain/core/period.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Badge, type Tone } from '#web/ui/Badge.tsx'
import { Button, type ButtonProps } from '#web/ui/Button.tsx'
import { ComputedMoneyField } from '#web/ui/ComputedMoneyField.tsx'
import { DayField } from '#web/ui/DayField.tsx'
import { DayInput } from '#web/ui/DayInput.tsx'
import { ConfirmDialog, Dialog } from '#web/ui/Dialog.tsx'
import { DraftNotice } from '#web/ui/DraftNotice.tsx'
import { ErrorSummary } from '#web/ui/ErrorSummary.tsx'
import { DayOfMonthField, MoneyField, SpeedField } from '#web/ui/MoneyField.tsx'
import { MonthSelect } from '#web/ui/MonthSelect.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { Alert, EmptyState, ErrorState, Progress, Skeleton } from '#web/ui/States.tsx'
import { CheckboxField, OtpField, PasswordField, SelectField, TextField } from '#web/ui/TextField.tsx'
import { toastError, toastInfo, toastSuccess, toastUndo, toastWarning } from '#web/ui/Toasts.tsx'
import { KitPieces } from './KitPieces.tsx'
import { KitTables } from './KitTables.tsx'
import './kit.css'

const VARIANTS: readonly NonNullable<ButtonProps['variant']>[] = ['primary', 'secondary', 'danger', 'quiet', 'link']
const TONES: readonly [Tone, string][] = [
  ['good', 'Pagado'],
  ['info', 'Pendiente'],
  ['warn', 'Parcial'],
  ['bad', 'Vencido'],
  ['quiet', 'Inactivo'],
]

/** Every component of ui/ in every state. Only in development: a production build excludes it. */
export function KitPage() {
  return (
    <Page
      title="Kit"
      subtitle="Cada pieza, en cada estado"
      actions={<Button variant="primary">Acción principal</Button>}
    >
      <div className="kit">
        <Buttons />
        <States />
        <Fields />
        <KitPieces />
        <Dialogs />
        <KitTables />
      </div>
    </Page>
  )
}

function Buttons() {
  return (
    <Card title="Botones y señales">
      <div className="kit__row">
        {VARIANTS.map((variant) => (
          <Button key={variant} variant={variant}>
            {variant}
          </Button>
        ))}
        <Button variant="primary" busy="Guardando…">
          Guardar
        </Button>
        <Button variant="primary" disabledReason="Límite alcanzado">
          Crear Plan
        </Button>
        <Button size="dense">Denso</Button>
        <Button size="large" variant="primary">
          Grande
        </Button>
      </div>
      <div className="kit__row">
        {TONES.map(([tone, word]) => (
          <Badge key={tone} tone={tone}>
            {word}
          </Badge>
        ))}
        <Avatar initials="LP" />
        <Avatar initials="AF" shape="square" />
      </div>
    </Card>
  )
}

function States() {
  return (
    <Card title="Estados">
      <Progress value={10} max={12} label="10 de 12 planes creados" />
      <Skeleton lines={3} />
      <EmptyState action={<Button>Crear el primero</Button>}>Aquí verás lo que crees.</EmptyState>
      <EmptyState kind="no-match" action={<Button>Limpiar filtros</Button>} />
      <EmptyState kind="off" title="Pagos en línea no disponibles">
        Tu administrador puede activarlos en Integraciones.
      </EmptyState>
      <ErrorState
        message="No hay conexión: revisa tu internet e intenta de nuevo."
        code="NETWORK"
        onRetry={() => undefined}
      />
      {(['info', 'good', 'warn', 'bad'] as const).map((tone) => (
        <Alert key={tone} tone={tone}>
          Un aviso de tono {tone}.
        </Alert>
      ))}
    </Card>
  )
}

const ignore = (): void => undefined

function Fields() {
  const [date, setDate] = useState<Day | null>(day('2026-12-05'))
  const [from, setFrom] = useState('2026-12-05')
  const [month, setMonth] = useState<Period | null>(null)
  return (
    <Card title="Campos">
      <form className="form">
        <DraftNotice
          draft={{ savedAt: 'de hoy 10:42 a. m.', isRestored: false, onContinue: ignore, onDiscard: ignore }}
        />
        <ErrorSummary errors={[{ fieldId: 'kit-wrong', message: 'El nombre es requerido' }]} />
        <TextField label="Nombre" hint="Como aparece en el documento" defaultValue="Yenny Bohórquez" />
        <TextField label="Nombre con error" id="kit-wrong" error="El nombre es requerido" />
        <TextField label="Código" readOnly value="HOG100" hint="El código de referencia no se puede editar" />
        <PasswordField label="Contraseña" autoComplete="off" />
        <SelectField label="Ciudad" options={[{ value: '11001', label: 'Bogotá, D.C.' }]} />
        <div className="form__pair">
          <MoneyField label="Precio" name="price" shown="commas" initial={79_900} />
          <MoneyField label="Costo de conexión" name="cost" initial={1_234.5} />
          <ComputedMoneyField
            label="Dinero recibido"
            id="computed"
            name="computed"
            error={undefined}
            amount={pesos(70_000)}
            isTyped={false}
          />
          <SpeedField label="Velocidad" name="speed" initial={100} />
          <DayOfMonthField label="Día de corte" name="cut" initial={31} />
        </div>
        <DayField label="Fecha" value={date} onChange={setDate} />
        <label>
          Desde <DayInput value={from} onChange={setFrom} />
        </label>
        <label>
          Mes <MonthSelect value={month} all="Todos los meses" onChange={setMonth} />
        </label>
        <OtpField label="Código" hint="6 números" />
        <CheckboxField label="Plan Activo" defaultChecked />
      </form>
    </Card>
  )
}

function Dialogs() {
  const [open, setOpen] = useState<'dialog' | 'confirm' | null>(null)
  const close = (): void => setOpen(null)
  return (
    <Card title="Diálogos y mensajes">
      <div className="kit__row">
        <Button onClick={() => setOpen('dialog')}>Abrir diálogo</Button>
        <Button onClick={() => setOpen('confirm')}>Abrir pregunta</Button>
        <Button onClick={() => toastSuccess('Plan creado exitosamente')}>Éxito</Button>
        <Button onClick={() => toastUndo('Cliente desactivado', () => toastSuccess('Cliente activado'))}>
          Deshacer
        </Button>
        <Button onClick={() => toastInfo('No se detectaron cambios en los valores')}>Información</Button>
        <Button onClick={() => toastWarning('Tu sesión ha expirado')}>Advertencia</Button>
        <Button onClick={() => toastError('Error al crear el plan')}>Error</Button>
      </div>
      {open === 'dialog' && (
        <Dialog title="Crear plan" onClose={close} footer={<Button variant="primary">Crear plan</Button>}>
          <TextField label="Nombre" />
        </Dialog>
      )}
      {open === 'confirm' && (
        <ConfirmDialog
          title="¿Eliminar este plan?"
          confirm="Sí, eliminar plan"
          tone="danger"
          onConfirm={close}
          onCancel={close}
        >
          Se elimina para siempre.
        </ConfirmDialog>
      )}
    </Card>
  )
}
