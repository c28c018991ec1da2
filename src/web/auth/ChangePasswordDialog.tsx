import type { Role } from '#domain/core/roles.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ChangePasswordForm } from './ChangePasswordForm.tsx'

/** The form to change the password, opened from the menus. */
export const ChangePasswordDialog = ({ role, onClose }: { role: Role; onClose: () => void }) => (
  <Dialog title="Cambiar contraseña" onClose={onClose}>
    <ChangePasswordForm role={role} onDone={onClose} />
  </Dialog>
)
