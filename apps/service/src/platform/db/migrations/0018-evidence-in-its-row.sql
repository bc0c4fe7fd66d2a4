-- A Receipt has six kilobytes: in its row it is one insertion, beside it four, with as many entries of an index.
alter table message_evidence set (toast_tuple_target = 8160);
