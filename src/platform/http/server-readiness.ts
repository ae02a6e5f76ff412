/** Whether the process still takes work. One per server; `/readyz` and every new request look at it. */
export interface ServerReadiness {
  isStopping: boolean;
  /** Operations being answered at this moment. */
  inFlight: number;
}
