import com.helger.jaxb.GenericJAXBMarshaller;
import com.helger.peppol.reporting.api.PeppolReportingItem;
import com.helger.peppol.reporting.eusr.EndUserStatisticsReportValidator;
import com.helger.peppol.reporting.eusr.EndUserStatisticsReport;
import com.helger.peppol.reporting.jaxb.eusr.EndUserStatisticsReport110Marshaller;
import com.helger.peppol.reporting.jaxb.tsr.TransactionStatisticsReport101Marshaller;
import com.helger.peppol.reporting.tsr.TransactionStatisticsReport;
import com.helger.peppol.reporting.tsr.TransactionStatisticsReportValidator;
import com.helger.peppolid.factory.PeppolIdentifierFactory;
import com.helger.schematron.ISchematronResource;
import com.helger.schematron.svrl.SVRLHelper;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.time.YearMonth;
import java.util.List;
import java.util.Map;
import javax.xml.transform.stream.StreamSource;

/** Statistics reports by peppol-reporting: checks ours by schema and official rules, and makes its own of the same month. */
final class Reports {
  static Object checkTsr(Map<String, String> in, byte[] report) throws Exception {
    return check(new TransactionStatisticsReport101Marshaller(), TransactionStatisticsReportValidator.getSchematronTSR_1(), report);
  }

  static Object checkEusr(Map<String, String> in, byte[] report) throws Exception {
    return check(new EndUserStatisticsReport110Marshaller(), EndUserStatisticsReportValidator.getSchematronEUSR_1(), report);
  }

  private static Object check(GenericJAXBMarshaller<?> schema, ISchematronResource rules, byte[] report) throws Exception {
    if (schema.read(report) == null) return "the schema refuses it";
    var result = rules.applySchematronValidationToSVRL(new StreamSource(new ByteArrayInputStream(report)));
    return String.join("\n", SVRLHelper.getAllFailedAssertionsAndSuccessfulReports(result).getAllMapped(one -> one.getText()));
  }

  /** Body: a line for each exchange: direction, time, other seat, type, process, country of C1, country of C4, end user. */
  static Object writeTsr(Map<String, String> in, byte[] exchanges) throws Exception {
    var report = TransactionStatisticsReport.builder().monthOf(YearMonth.parse(in.get("month")))
        .reportingServiceProviderID(in.get("seat")).reportingItemList(items(in.get("seat"), exchanges)).build();
    return new TransactionStatisticsReport101Marshaller().getAsBytes(report);
  }

  static Object writeEusr(Map<String, String> in, byte[] exchanges) throws Exception {
    var report = EndUserStatisticsReport.builder().monthOf(YearMonth.parse(in.get("month")))
        .reportingServiceProviderID(in.get("seat")).reportingItemList(items(in.get("seat"), exchanges)).build();
    return new EndUserStatisticsReport110Marshaller().getAsBytes(report);
  }

  private static List<PeppolReportingItem> items(String seat, byte[] exchanges) {
    return new String(exchanges, StandardCharsets.UTF_8).lines().map(line -> item(seat, line.split("\t"))).toList();
  }

  private static PeppolReportingItem item(String seat, String[] field) {
    var ids = PeppolIdentifierFactory.INSTANCE;
    var outgoing = field[0].equals("outgoing");
    var item = PeppolReportingItem.builder().exchangeDateTime(OffsetDateTime.parse(field[1]));
    item = outgoing ? item.directionSending() : item.directionReceiving();
    return item.c2ID(outgoing ? seat : field[2]).c3ID(outgoing ? field[2] : seat)
        .docTypeID(ids.parseDocumentTypeIdentifier(field[3])).processID(ids.parseProcessIdentifier(field[4]))
        .transportProtocolPeppolAS4v2().c1CountryCode(field[5]).c4CountryCode(outgoing ? null : field[6])
        .endUserID(field[7]).build();
  }
}
