import type { SignedInUser } from '#domain/core/signed-in-user.ts'
import { ChangePasswordDialog } from '#web/auth/ChangePasswordDialog.tsx'
import { StepUpDialog } from '#web/auth/StepUp.tsx'
import { LogoutDialog } from './LogoutDialog.tsx'
import { SessionWarning } from './SessionWarning.tsx'

/** A dialog that the menus open. */
export type ShellDialog = 'logout' | 'change-password'

type Props = { user: SignedInUser; dialog: ShellDialog | null; asksForPassword: boolean; onClose: () => void }

/** The dialogs over every guarded screen. Loaded after the first screen is shown. */
export function ShellDialogs({ user, dialog, asksForPassword, onClose }: Props) {
  return (
    <>
      {dialog === 'logout' && <LogoutDialog onCancel={onClose} />}
      {dialog === 'change-password' && <ChangePasswordDialog role={user.metadata.role} onClose={onClose} />}
      {asksForPassword && <StepUpDialog />}
      <SessionWarning />
    </>
  )
}
