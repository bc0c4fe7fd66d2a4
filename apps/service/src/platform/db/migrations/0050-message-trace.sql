-- Under which span of OpenTelemetry, as a W3C traceparent, what becomes of a message is traced; empty where nobody traces.
alter table messages add column traceparent text;
