import { useId, type CSSProperties } from 'react';
import styles from './Slider.module.css';

interface SliderProps {
  label: string;
  min: number;
  max: number;
  step: number;
  value: number;
  onChange: (value: number) => void;
  /** Formats a value for display and screen readers, for example as money. */
  format: (value: number) => string;
}

/**
 * A native range input: it is light, and users know it from every phone. Its ends are labelled; the value is displayed
 * elsewhere, in large type. If there is only one possible value, nothing is rendered.
 */
export function Slider({ label, min, max, step, value, onChange, format }: SliderProps) {
  const id = useId();
  if (max <= min) return null;
  const filled = ((value - min) / (max - min)) * 100;
  return (
    <div>
      <label htmlFor={id} className="unseen">
        {label}
      </label>
      <input
        id={id}
        type="range"
        className={styles.range}
        style={{ '--filled': `${filled}%` } as CSSProperties}
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={format(value)}
        onChange={(event) => onChange(Number(event.target.value))}
      />
      <div className={styles.ends} aria-hidden="true">
        <span>{format(min)}</span>
        <span>{format(max)}</span>
      </div>
    </div>
  );
}
