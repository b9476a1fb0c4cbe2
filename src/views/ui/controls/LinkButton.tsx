import type { ReactNode } from 'react';
import { AppLink, type AppLinkProps } from '../navigation/AppLink.tsx';
import { type ButtonLook, buttonClass } from './Button.tsx';
import { Icon, type IconName } from '../display/Icon.tsx';

interface LinkButtonProps extends ButtonLook, Omit<AppLinkProps, 'children' | 'className'> {
  readonly icon?: IconName;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export function LinkButton({
  tone,
  compact,
  wide,
  icon,
  className,
  children,
  ...rest
}: LinkButtonProps) {
  return (
    <AppLink {...rest} className={buttonClass({ tone, compact, wide }, className)}>
      {icon && <Icon name={icon} size={compact ? 's' : 'm'} />}
      {children}
    </AppLink>
  );
}
