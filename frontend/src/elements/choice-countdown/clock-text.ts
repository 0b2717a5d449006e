/** Times as people read them. */
import {language} from "../../words/language.ts";

/** Returns seconds as `4:05`, or in hours or days where they are many. */
export function clockText(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 3600) return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
  const [count, unit] =
    whole < 172_800 ? [Math.round(whole / 3600), "hour"] : [Math.round(whole / 86_400), "day"];
  return new Intl.NumberFormat(language(), {style: "unit", unit, unitDisplay: "short"}).format(count);
}

/** Returns how long ago something was, such as `3 minutes ago`. */
export function agoText(seconds: number): string {
  const format = new Intl.RelativeTimeFormat(language(), {numeric: "auto"});
  if (seconds < 60) return format.format(-Math.round(seconds), "second");
  if (seconds < 3600) return format.format(-Math.round(seconds / 60), "minute");
  if (seconds < 86_400) return format.format(-Math.round(seconds / 3600), "hour");
  return format.format(-Math.round(seconds / 86_400), "day");
}

/** Returns the time of day of a moment. */
export function timeOf(moment: string | null): string {
  const time = moment === null ? new Date() : new Date(moment);
  return time.toLocaleTimeString(language(), {hour: "numeric", minute: "2-digit"});
}
