import com.helger.peppol.sbdh.EPeppolMLSType;
import com.helger.peppol.sbdh.PeppolSBDHData;
import com.helger.peppol.sbdh.PeppolSBDHDataReader;
import com.helger.peppolid.factory.PeppolIdentifierFactory;
import com.helger.phive.api.execute.ValidationExecutionManager;
import com.helger.phive.api.executorset.ValidationExecutorSetRegistry;
import com.helger.phive.api.validity.IValidityDeterminator;
import com.helger.phive.peppol.PeppolValidationMLS;
import com.helger.phive.xml.source.IValidationSourceXML;
import com.helger.phive.xml.source.ValidationSourceXML;
import com.helger.sbdh.SBDMarshaller;
import com.helger.ubl21.UBL21Marshaller;
import com.helger.xml.serialize.read.DOMReader;
import com.helger.xml.serialize.write.XMLWriter;
import java.io.ByteArrayInputStream;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import oasis.names.specification.ubl.schema.xsd.applicationresponse_21.ApplicationResponseType;

/** Envelopes and Message Level Status as peppol-commons, ph-ubl and the official rules see them. */
final class Commons {
  private static final PeppolIdentifierFactory IDS = PeppolIdentifierFactory.INSTANCE;

  static Object readSbdh(Map<String, String> in, byte[] envelope) throws Exception {
    var data = new PeppolSBDHDataReader(IDS).extractData(new ByteArrayInputStream(envelope));
    var seen = new LinkedHashMap<String, Object>();
    seen.put("sender", data.getSenderURIEncoded());
    seen.put("receiver", data.getReceiverURIEncoded());
    seen.put("documentTypeId", data.getDocumentTypeURIEncoded());
    seen.put("processId", data.getProcessURIEncoded());
    seen.put("countryC1", data.getCountryC1());
    seen.put("standard", data.getStandard());
    seen.put("type", data.getType());
    seen.put("typeVersion", data.getTypeVersion());
    seen.put("instanceIdentifier", data.getInstanceIdentifier());
    seen.put("creation", data.getCreationDateAndTime().toOffsetDateTime().toInstant());
    seen.put("mlsTo", data.getMLSToValue());
    seen.put("mlsType", data.getMLSType() == null ? null : data.getMLSType().getID());
    seen.put("payload", XMLWriter.getNodeAsString(data.getBusinessMessage()));
    return seen;
  }

  /** Body: the business document. */
  static Object writeSbdh(Map<String, String> in, byte[] document) throws Exception {
    var data = PeppolSBDHData.createUBL21(DOMReader.readXMLDOM(document).getDocumentElement(), IDS);
    data.setSenderWithDefaultScheme(in.get("sender")).setReceiverWithDefaultScheme(in.get("receiver"));
    data.setDocumentType(IDS.parseDocumentTypeIdentifier(in.get("documentTypeId")));
    data.setProcess(IDS.parseProcessIdentifier(in.get("processId")));
    data.setCountryC1(in.get("countryC1")).setInstanceIdentifier(in.get("instanceIdentifier"));
    data.setMLSToScheme("iso6523-actorid-upis").setMLSToValue(in.get("mlsTo")).setMLSType(EPeppolMLSType.ALWAYS_SEND);
    return new SBDMarshaller().getAsBytes(data.getAsStandardBusinessDocument());
  }

  /** Against the UBL schema and the official MLS rules. */
  static Object readMls(Map<String, String> in, byte[] status) throws Exception {
    var response = UBL21Marshaller.applicationResponse().read(status);
    var registry = new ValidationExecutorSetRegistry<IValidationSourceXML>();
    PeppolValidationMLS.init(registry);
    var rules = registry.getOfID(PeppolValidationMLS.VID_OPENPEPPOL_MLS_V100);
    var source = ValidationSourceXML.create("mls", DOMReader.readXMLDOM(status));
    var results = ValidationExecutionManager.executeValidation(IValidityDeterminator.createDefault(), rules, source, Locale.US);
    var answer = response.getDocumentResponseAtIndex(0);
    var seen = new LinkedHashMap<String, Object>();
    seen.put("errors", results.getAllErrors().size());
    seen.put("text", results.getAllErrors());
    seen.put("layers", results.size());
    seen.put("code", answer.getResponse().getResponseCodeValue());
    seen.put("reference", answer.getDocumentReferenceAtIndex(0).getIDValue());
    seen.put("sender", response.getSenderParty().getEndpointIDValue());
    seen.put("receiver", response.getReceiverParty().getEndpointIDValue());
    seen.put("issues", answer.getLineResponseCount());
    return seen;
  }

  /** Reads a status into UBL objects and writes it anew, in this library's own form. */
  static Object writeMls(Map<String, String> in, byte[] status) throws Exception {
    ApplicationResponseType response = UBL21Marshaller.applicationResponse().read(status);
    response.getDocumentResponseAtIndex(0).getDocumentReferenceAtIndex(0).setID(in.get("reference"));
    return UBL21Marshaller.applicationResponse().setFormattedOutput(true).getAsBytes(response);
  }
}
