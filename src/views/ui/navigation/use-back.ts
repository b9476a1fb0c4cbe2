import { useLocation } from 'react-router';
import { useNavigate } from './use-navigate.ts';

/** Returns a function that goes one page back, or to home if this is the first page. */
export function useBack(): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  // the first entry of a session has this key
  return () => (key === 'default' ? navigate('/home') : navigate(-1));
}
