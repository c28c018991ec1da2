import { type ChangeEvent, useId, useState } from 'react'
import { ROLE_LABELS } from '#domain/core/roles.ts'
import { avatarUrl, displayName, initials, type SignedInUser } from '#domain/core/signed-in-user.ts'
import { profileApi } from '#domain/profile/api.ts'
import { call } from '#web/core/call.ts'
import { isFailure } from '#web/core/failure.ts'
import { queryClient } from '#web/core/queries.ts'
import { upload } from '#web/core/upload.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Page.tsx'
import { toastError, toastSuccess } from '#web/ui/Toasts.tsx'

/** The user's name, role and picture, with the buttons that change the picture; for an administrator, the company's logo. */
export function PictureCard({ user }: { user: SignedInUser }) {
  const inputId = useId()
  const { isBusy, run } = useSingleAction()
  const isLogo = user.metadata.role === 'admin'
  const url = avatarUrl(user)
  const label = isLogo ? 'logo' : 'foto'
  const choose = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const [file] = target.files ?? []
    // The user can choose the same file again after a failure.
    target.value = ''
    if (file) void run(() => upload(isLogo ? profileApi.logo : profileApi.avatar, file))
  }
  return (
    <Card className="who">
      <Avatar imageUrl={url} initials={initials(user)} shape={isLogo ? 'square' : 'round'} />
      <div className="who__words">
        <p className="who__name">{displayName(user)}</p>
        <p className="who__role">{ROLE_LABELS[user.metadata.role]}</p>
      </div>
      {user.metadata.role !== 'superadmin' && (
        <div className="who__picture">
          <label className={buttonClass({ size: 'dense' })} htmlFor={inputId}>
            {url === null ? `Poner ${label}` : `Cambiar ${label}`}
          </label>
          <input
            id={inputId}
            className="visually-hidden"
            type="file"
            accept="image/png,image/jpeg,image/webp"
            disabled={isBusy}
            onChange={choose}
          />
          {url !== null && (
            <Button
              size="dense"
              variant="link"
              aria-label={`Quitar ${label}`}
              busy={isBusy ? 'Quitar' : undefined}
              onClick={() => void run(() => call(isLogo ? profileApi.removeLogo : profileApi.removeAvatar, {}))}
            >
              Quitar
            </Button>
          )}
          <p className="facts__who" role="status">
            {isBusy ? 'Guardando…' : 'PNG, JPG o WebP, hasta 5 MB.'}
          </p>
        </div>
      )}
    </Card>
  )
}

/** Runs one action at a time, and shows its result in a toast. */
function useSingleAction() {
  const [isBusy, setBusy] = useState(false)
  const run = async (work: () => Promise<{ message: string }>): Promise<void> => {
    setBusy(true)
    try {
      toastSuccess((await work()).message)
      await queryClient.invalidateQueries()
    } catch (error) {
      if (!isFailure(error)) throw error
      toastError(error.errors?.[0]?.message ?? error.message)
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, run }
}
